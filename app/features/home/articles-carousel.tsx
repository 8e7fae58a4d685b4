import { useState } from "react";
import type { Swiper } from "swiper";
import { CAROUSEL_SIZE, articleUrl, articles } from "~/content/articles";
import { pages } from "~/content/pages";
import { useSite } from "~/features/shell/site";
import { ArticleCard } from "~/ui/article-card";
import { kicker, RoadSection } from "~/ui/road";
import { SlideControls } from "~/ui/slide-controls";
import { Carousel } from "./carousel";

/** Carousel of the newest articles. Its buttons appear when swiper has started; before, the list scrolls. */
export function ArticlesCarousel() {
  const { blog } = useSite().links;
  const [swiper, setSwiper] = useState<Swiper>();
  const [index, setIndex] = useState(0);
  const slides = articles
    .slice(0, CAROUSEL_SIZE)
    .map((article) => (
      <ArticleCard key={article.slug} article={article} href={articleUrl(article, blog)} />
    ));
  return (
    <RoadSection id="blogs" exit={{ number: pages.blogs.sectionNumber, label: "Blogs" }}>
      <div className="mb-12 flex items-end justify-between gap-8 max-sm:mb-8 max-sm:flex-col max-sm:items-stretch">
        <div>
          <p className={kicker}>Todays Latest</p>
          <h2>Blogs &amp; Articles</h2>
        </div>
        <div className={swiper ? "plain:hidden" : "invisible plain:hidden"}>
          <SlideControls
            what="article"
            index={index}
            count={CAROUSEL_SIZE}
            moving={false}
            onMove={(step) => (step === 1 ? swiper?.slideNext() : swiper?.slidePrev())}
          />
        </div>
      </div>
      <Carousel
        name="Articles"
        className="-mx-3"
        slides={slides}
        slideClass="px-3"
        onSwiper={setSwiper}
        onRealIndexChange={({ realIndex }) => setIndex(realIndex)}
      />
    </RoadSection>
  );
}
