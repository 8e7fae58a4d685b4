import { useRef, useState } from "react";
import type { Swiper } from "swiper";
import { CAROUSEL_SIZE, articleUrl, articles } from "~/content/articles";
import { pages } from "~/content/pages";
import { useSite } from "~/features/shell/site";
import { ArticleCard } from "~/ui/article-card";
import { kicker, RoadSection } from "~/ui/road";
import { SlideControls } from "~/ui/slide-controls";
import { Carousel } from "./carousel";

const newest = articles.slice(0, CAROUSEL_SIZE);

/** Carousel of the newest articles. */
export function ArticlesCarousel() {
  const { blog } = useSite().links;
  const frame = useRef<HTMLDivElement>(null);
  const swiper = useRef<Swiper>();
  const [index, setIndex] = useState(0);
  const slides = newest.map((article) => (
    <ArticleCard key={article.slug} article={article} href={articleUrl(article, blog)} />
  ));
  function move(step: 1 | -1) {
    if (swiper.current) return step === 1 ? swiper.current.slideNext() : swiper.current.slidePrev();
    // Until swiper has started, the list scrolls.
    const next = (index + step + newest.length) % newest.length;
    setIndex(next);
    const slide = frame.current?.querySelectorAll("li")[next];
    slide?.scrollIntoView({ block: "nearest", inline: "center" });
  }
  function start(started: Swiper) {
    swiper.current = started;
    started.slideToLoop(index, 0);
  }
  return (
    <RoadSection id="blogs" exit={{ number: pages.blogs.sectionNumber, label: "Blogs" }}>
      <div className="mb-12 flex items-end justify-between gap-8 max-sm:mb-8 max-sm:flex-col max-sm:items-stretch">
        <div>
          <p className={kicker}>Todays Latest</p>
          <h2>Blogs &amp; Articles</h2>
        </div>
        <SlideControls
          what="article"
          index={index}
          count={newest.length}
          moving={false}
          onMove={move}
        />
      </div>
      <div ref={frame}>
        <Carousel
          name="Articles"
          className="-mx-3"
          slides={slides}
          slideClass="px-3"
          onSwiper={start}
          onRealIndexChange={({ realIndex }) => setIndex(realIndex)}
        />
      </div>
    </RoadSection>
  );
}
