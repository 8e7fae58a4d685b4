import { useRef } from "react";
import { CAROUSEL_SIZE, articleUrl, articles } from "~/content/articles";
import { pages } from "~/content/pages";
import { useSite } from "~/features/shell/site";
import { ArticleCard } from "~/ui/article-card";
import { CarouselControls } from "~/ui/carousel/carousel-controls";
import { useCarousel } from "~/ui/carousel/use-carousel";
import { Kicker, RoadSection, SectionHead } from "~/ui/road";

const newest = articles.slice(0, CAROUSEL_SIZE);

/** Carousel of the newest articles: one to three in the frame, endless in both directions. */
export function ArticlesCarousel() {
  const { blog } = useSite().links;
  const frame = useRef<HTMLDivElement>(null);
  const carousel = useCarousel(frame, newest.length);
  return (
    <RoadSection id="blogs" exit={{ number: pages.blogs.sectionNumber, label: "Blogs" }}>
      <div
        role="group"
        aria-roledescription="carousel"
        aria-label="Articles"
        {...carousel.handlers}
      >
        <SectionHead>
          <div>
            <Kicker>Todays Latest</Kicker>
            <h2>Blogs &amp; Articles</h2>
          </div>
          <CarouselControls
            what="article"
            index={carousel.index}
            count={newest.length}
            onMove={carousel.move}
          />
        </SectionHead>
        <div className="swiper -mx-3 sm:[--slides:2] lg:[--slides:3]" ref={frame}>
          <ul className="swiper-wrapper flex">
            {newest.map((article, position) => (
              <li key={article.slug} className="swiper-slide px-3">
                <div className="h-full" {...carousel.slide(position, article.title)}>
                  <ArticleCard article={article} href={articleUrl(article, blog)} />
                </div>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </RoadSection>
  );
}
