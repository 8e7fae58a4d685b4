import { lazy, Suspense, useRef, type ReactNode } from "react";
import type { Swiper } from "swiper";
import type { A11yOptions, SwiperOptions } from "swiper/types";
import { useSeen } from "~/ui/use-in-view";

export interface CarouselProps {
  name: string;
  list: "ul" | "ol";
  className: string;
  slides: readonly { key: string; content: ReactNode }[];
  slideStyle?: string;
  /** Must be the same object at every render, because swiper starts anew for other options. */
  options: SwiperOptions;
  messages?: A11yOptions;
  /** Called when swiper has started; must be the same function at every render. */
  onStart?: (carousel: Swiper) => void;
}

/** If swiper cannot be loaded, the list stays. */
const SwiperCarousel = lazy(() =>
  import("./swiper-carousel").catch(() => ({ default: SlideList })),
);

/** A centred, endless carousel with one to three slides in the frame. Until it comes near, a list that scrolls. */
export function Carousel(props: CarouselProps) {
  const frame = useRef<HTMLDivElement>(null);
  const near = useSeen(frame, { margin: "300px" });
  const list = <SlideList {...props} />;
  return (
    <div ref={frame}>
      {near ? (
        <Suspense fallback={list}>
          <SwiperCarousel {...props} />
        </Suspense>
      ) : (
        list
      )}
    </div>
  );
}

/** The slides as the server renders them. */
function SlideList({ name, list: List, className, slides, slideStyle = "" }: CarouselProps) {
  return (
    <div className={`swiper ${className}`} role="group" aria-label={name}>
      <List className="swiper-wrapper">
        {slides.map(({ key, content }) => (
          <li key={key} className={`swiper-slide ${slideStyle}`}>
            {content}
          </li>
        ))}
      </List>
    </div>
  );
}
