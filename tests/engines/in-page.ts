// Each function is serialised and runs in a page, so it can use nothing outside itself.

export const text = (css: string) => document.querySelector(css)?.textContent.trim();

export const isOpen = (css: string) => document.querySelector(`${css}:popover-open`) !== null;

/** Whether at least one film is in view and all in view play, or show their posters if unplayable. */
export function showsFilm(): boolean {
  const films = [...document.querySelectorAll("video")].filter((video) => {
    const { top, bottom } = video.getBoundingClientRect();
    return top < innerHeight / 2 && bottom > innerHeight / 2;
  });
  const plays = (video: HTMLVideoElement) => {
    const able = [...video.querySelectorAll("source")].some(({ type }) => video.canPlayType(type));
    if (able) return !video.paused && video.currentTime > 0;
    const poster = video.parentElement?.querySelector("img");
    return video.childElementCount > 0 && (poster?.naturalWidth ?? 0) > 0;
  };
  return films.length > 0 && films.every(plays);
}

/** Elements with an icon whose content overflows, and the page if it is wider than the window. */
export function runningOut(): string[] {
  const page = document.documentElement;
  const boxes = [...document.querySelectorAll("svg.icon, label svg, main form svg")].map(
    (icon) => icon.parentElement,
  );
  const overflowing = boxes.filter((box) => box && box.scrollWidth > box.clientWidth + 1);
  const names = overflowing.map((box) => `${box?.className}: ${box?.textContent.trim()}`);
  return page.scrollWidth > innerWidth ? [...names, `page: ${page.scrollWidth}`] : names;
}
