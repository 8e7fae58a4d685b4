// Each of these runs in a page, by itself.

export const text = (css: string) => document.querySelector(css)?.textContent.trim();

export const isOpen = (css: string) => document.querySelector(`${css}:popover-open`) !== null;

/** Whether all films in the window, and there is one, have got somewhere; where none can, their posters show. */
export function showsFilm(): boolean {
  const films = [...document.querySelectorAll("video")].filter((video) => {
    const { top, bottom } = video.getBoundingClientRect();
    return top < innerHeight / 2 && bottom > innerHeight / 2;
  });
  const shows = (video: HTMLVideoElement) => {
    const able = [...video.querySelectorAll("source")].some(({ type }) => video.canPlayType(type));
    if (able) return !video.paused && video.currentTime > 0;
    const poster = video.parentElement?.querySelector("img");
    return video.childElementCount > 0 && (poster?.naturalWidth ?? 0) > 0;
  };
  return films.length > 0 && films.every(shows);
}

/** What beside an icon runs out of its box, and a page that is wider than the window. */
export function runningOut(): string[] {
  const page = document.documentElement;
  const beside = [...document.querySelectorAll("svg.icon, label svg, main form svg")].map(
    (icon) => icon.parentElement,
  );
  const wide = beside.filter((box) => box && box.scrollWidth > box.clientWidth + 1);
  const named = wide.map((box) => `${box?.className}: ${box?.textContent.trim()}`);
  return page.scrollWidth > innerWidth ? [...named, `page: ${page.scrollWidth}`] : named;
}

export function isRinged(css: string): boolean {
  const parts = document.querySelectorAll(`${css}, ${css} *`);
  return [...parts].some((part) => getComputedStyle(part).outlineStyle === "solid");
}

/** Whether the end of the date field, where some browsers put a button of their own, is to be seen. */
export function ownButtonInSight(): boolean {
  const field = document.querySelector("input[type=date]");
  const box = field?.parentElement;
  if (!field || !box) throw new Error("no date field");
  const hidden = field.getBoundingClientRect().right - box.getBoundingClientRect().right;
  return hidden < 27 || getComputedStyle(box).overflowX !== "clip";
}
