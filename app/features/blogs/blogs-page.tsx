import { articles, articleUrl } from "~/content/articles";
import { pages } from "~/content/pages";
import { useSite } from "~/features/shell/site";
import { ArticleCard } from "~/ui/article-card";
import { Road } from "~/ui/lane-line";
import { Milepost } from "~/ui/milepost";
import "./blogs.css";

/** All articles, newest first: the newest one large, the others in a grid. */
export function BlogsPage() {
  const { blog } = useSite().links;
  return (
    <>
      <Road>
        <div className="wrap">
          <header className="blogs-head">
            <Milepost number={pages.blogs.milepost} label="Blogs" />
            <div>
              <h1>Let's Find The Latest Article &amp; Blogs Today</h1>
              <p className="figure">
                <span className="v">{articles.length}</span>{" "}
                <span className="k">articles, three to eight minutes each</span>
              </p>
            </div>
          </header>
          <ul className="blogs-list">
            {articles.map((article, index) => (
              <li key={article.slug}>
                <ArticleCard
                  article={article}
                  href={articleUrl(article, blog)}
                  heading="h2"
                  priority={index === 0}
                />
              </li>
            ))}
          </ul>
        </div>
      </Road>
    </>
  );
}
