import { formatDay } from "~/lib/format-day";
import { ExternalLink } from "./external-link";
import "./article-card.css";

interface ArticleCardProps {
  article: { title: string; date: string; minutes: number; stencil: string };
  href: string;
  /** Its place in the outline of the page. */
  heading?: "h2" | "h3";
  /** True in the first view of a page: its picture is fetched at once instead of when it comes near. */
  priority?: boolean;
}

/** An article as its road-paint picture, title, and `date · reading time read`. */
export function ArticleCard({
  article,
  href,
  heading: Heading = "h3",
  priority = false,
}: ArticleCardProps) {
  return (
    <article className="article-card">
      <ExternalLink className="brackets" href={href} aria-label={article.title} arrow={false}>
        <img
          src={`/pictures/paint-${article.stencil}.webp`}
          width={640}
          height={416}
          alt=""
          loading={priority ? "eager" : "lazy"}
          decoding="async"
          draggable={false}
          // React 18 passes this attribute on in lower case only.
          {...(priority && { fetchpriority: "high" })}
        />
      </ExternalLink>
      <Heading>{article.title}</Heading>
      <p className="meta">
        <time dateTime={article.date}>{formatDay(article.date)}</time> · {article.minutes} min read
      </p>
    </article>
  );
}
