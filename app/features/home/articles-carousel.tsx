import { useRef } from "react";
import { CAROUSEL_SIZE, articles } from "~/content/articles";
import { pages } from "~/content/pages";
import { useSite } from "~/features/shell/site";
import { ArticleCard } from "~/ui/article-card";
import { articleUrl } from "~/content/articles";
import { CarouselControls } from "~/ui/carousel/carousel-controls";
import { useCarousel } from "~/ui/carousel/use-carousel";
import { Milepost } from "~/ui/milepost";
import { RoadSection } from "~/ui/road-section";
import "~/ui/carousel/carousel.css";
import "./articles-carousel.css";

const shown = articles.slice(0, CAROUSEL_SIZE);

/** The newest articles, one to three at a time, endless in both directions. */
export function ArticlesCarousel() {
  const { blog } = useSite().links;
  const frame = useRef<HTMLDivElement>(null);
  const carousel = useCarousel(frame, shown.length);
  return (
    <RoadSection id="blogs">
      <div className="wrap">
        <Milepost number={pages.blogs.milepost} label="Blogs" />
        <div className="section-head">
          <div>
            <p className="kicker">Todays Latest</p>
            <h2>Blogs &amp; Articles</h2>
          </div>
          <CarouselControls
            what="article"
            index={carousel.index}
            count={shown.length}
            onMove={carousel.move}
          />
        </div>
        <div className="articles-frame carousel" ref={frame}>
          <ul className="carousel-track articles">
            {shown.map((article) => (
              <li className="carousel-slide" key={article.slug}>
                <ArticleCard article={article} href={articleUrl(article, blog)} />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </RoadSection>
  );
}
