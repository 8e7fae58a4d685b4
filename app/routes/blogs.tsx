import type { LinksFunction, MetaFunction } from "@remix-run/node";
import { pages } from "~/content/pages";
import { BlogsPage } from "~/features/blogs/blogs-page";
import type { PageHandle } from "~/features/shell/page-handle";
import { pageMeta } from "~/features/shell/page-meta";

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

export default BlogsPage;
