import { useState } from "react";
import type { Swiper } from "swiper";
import { CAROUSEL_SIZE, articleUrl, articles } from "~/content/articles";
import { pages } from "~/content/pages";
import { useSite } from "~/features/shell/site";
import { ArticleCard } from "~/ui/article-card";
import { Kicker, RoadSection } from "~/ui/road";
import { SlideControls } from "~/ui/slide-controls";
import { Carousel } from "./carousel";

const newest = articles.slice(0, CAROUSEL_SIZE);

/** Carousel of the newest articles. */
export function ArticlesCarousel() {
  const { blog } = useSite().links;
  const [swiper, setSwiper] = useState<Swiper>();
  const [index, setIndex] = useState(0);
  const slides = newest.map((article) => (
    <ArticleCard key={article.slug} article={article} href={articleUrl(article, blog)} />
  ));
  function move(step: 1 | -1) {
    if (swiper) return step === 1 ? swiper.slideNext() : swiper.slidePrev();
    // Until swiper has started, a press says where it starts.
    setIndex((index + step + newest.length) % newest.length);
  }
  function start(started: Swiper) {
    setSwiper(started);
    started.slideToLoop(index, 0);
  }
  return (
    <RoadSection id="blogs" exit={{ number: pages.blogs.sectionNumber, label: "Blogs" }}>
      <div className="mb-12 flex items-end justify-between gap-8 max-sm:mb-8 max-sm:flex-col max-sm:items-stretch">
        <div>
          <Kicker>Todays Latest</Kicker>
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
      <Carousel
        name="Articles"
        className="-mx-3"
        slides={slides}
        slideClass="px-3"
        onSwiper={start}
        onRealIndexChange={({ realIndex }) => setIndex(realIndex)}
      />
    </RoadSection>
  );
}
