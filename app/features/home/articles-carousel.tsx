import { useState } from "react";
import type { Swiper } from "swiper";
import { CAROUSEL_SIZE, articleUrl, articles } from "~/content/articles";
import { pages } from "~/content/pages";
import { useSite } from "~/features/shell/site";
import { ArticleCard } from "~/ui/article-card";
import { Kicker, RoadSection, SectionHead } from "~/ui/road";
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
  return (
    <RoadSection id="blogs" exit={{ number: pages.blogs.sectionNumber, label: "Blogs" }}>
      <SectionHead>
        <div>
          <Kicker>Todays Latest</Kicker>
          <h2>Blogs &amp; Articles</h2>
        </div>
        <SlideControls
          what="article"
          index={index}
          count={newest.length}
          moving={false}
          onMove={(step) => (step === 1 ? swiper?.slideNext() : swiper?.slidePrev())}
        />
      </SectionHead>
      <Carousel
        name="Articles"
        list="ul"
        className="-mx-3"
        slides={slides}
        slideClass="px-3"
        onSwiper={setSwiper}
        onRealIndexChange={({ realIndex }) => setIndex(realIndex)}
      />
    </RoadSection>
  );
}
