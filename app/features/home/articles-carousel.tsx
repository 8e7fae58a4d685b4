import { ArrowLeft, ArrowRight } from "lucide-react";
import { CAROUSEL_SIZE, articleUrl, articles } from "~/content/articles";
import { pages } from "~/content/pages";
import { useSite } from "~/features/shell/site";
import { ArticleCard } from "~/ui/article-card";
import { IconButton } from "~/ui/button";
import { Kicker, RoadSection, SectionHead } from "~/ui/road";
import { positionStyle } from "~/ui/slide-controls";
import { Carousel } from "./carousel";

const newest = articles.slice(0, CAROUSEL_SIZE);

const navigation = { prevEl: "#previous-article", nextEl: "#next-article" };
const pagination = { el: "#article-position", type: "fraction" } as const;
const messages = { prevSlideMessage: "Previous article", nextSlideMessage: "Next article" };

/** Carousel of the newest articles. */
export function ArticlesCarousel() {
  const { blog } = useSite().links;
  const slides = newest.map((article) => ({
    key: article.slug,
    content: <ArticleCard article={article} href={articleUrl(article, blog)} />,
  }));
  return (
    <RoadSection id="blogs" exit={{ number: pages.blogs.sectionNumber, label: "Blogs" }}>
      <SectionHead>
        <div>
          <Kicker>Todays Latest</Kicker>
          <h2>Blogs &amp; Articles</h2>
        </div>
        <div className="flex items-center gap-2 noscript:hidden">
          <IconButton id="previous-article" aria-label="Previous article">
            <ArrowLeft className="icon" />
          </IconButton>
          <span id="article-position" className={positionStyle}>
            1 / {newest.length}
          </span>
          <IconButton id="next-article" aria-label="Next article">
            <ArrowRight className="icon" />
          </IconButton>
        </div>
      </SectionHead>
      <Carousel
        name="Articles"
        list="ul"
        className="-mx-3"
        slides={slides}
        slideClass="px-3"
        navigation={navigation}
        pagination={pagination}
        messages={messages}
      />
    </RoadSection>
  );
}
