import type { LinksFunction, MetaFunction } from "@remix-run/node";
import { articles, articleUrl } from "~/content/articles";
import { pages } from "~/content/pages";
import type { PageHandle } from "~/features/shell/page-handle";
import { pageMeta } from "~/features/shell/page-meta";
import { useSite } from "~/features/shell/site";
import { ArticleCard } from "~/ui/article-card";
import { figureLabelStyle, figureStyle } from "~/ui/figure-style";
import { Road, SectionLabel } from "~/ui/road";

export const links: LinksFunction = () => [
  {
    rel: "alternate",
    type: "application/rss+xml",
    title: "Articles",
    href: `${pages.blogs.path}/rss.xml`,
  },
];

export const handle: PageHandle = { publicCache: {}, current: "Blogs", scripts: false };

export const meta: MetaFunction = ({ matches }) => pageMeta("blogs", matches);

/** All articles, newest first. The newest article is large, all others are in a grid. */
export default function Blogs() {
  const { blog } = useSite().links;
  return (
    <Road>
      <div className="page-wrap">
        <header className="pt-24 pb-18 max-sm:pt-14 max-sm:pb-10">
          <SectionLabel number={pages.blogs.sectionNumber} label="Blogs" />
          <div className="flex gap-8 max-sm:flex-col max-sm:items-start sm:items-end sm:justify-between">
            <h1 className="max-w-[14ch] text-[5rem] max-lg:text-64 max-sm:text-[3rem]">
              Let's Find The Latest Article &amp; Blogs Today
            </h1>
            <p className="flex gap-2.5 max-sm:items-baseline sm:w-57.5 sm:flex-col sm:border-l sm:border-line sm:pl-6">
              <span className={`${figureStyle} text-[5rem] max-sm:text-40`}>{articles.length}</span>{" "}
              <span className={figureLabelStyle}>articles, three to eight minutes each</span>
            </p>
          </div>
        </header>
        <ul className="grid gap-x-6 gap-y-14 pb-section max-sm:grid-cols-1 max-sm:gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
          {articles.map((article, index) => (
            <li key={article.slug} className={index === 0 ? newest : undefined}>
              <ArticleCard
                article={article}
                href={articleUrl(article, blog)}
                heading="h2"
                leading={index === 0}
              />
            </li>
          ))}
        </ul>
      </div>
    </Road>
  );
}

const newest = "col-span-full border-y border-line py-8 max-sm:pt-5 max-sm:pb-6.5";
