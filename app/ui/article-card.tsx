import { cva } from "class-variance-authority";
import { formatDay } from "~/lib/format-day";
import { ExternalLink } from "./external-link";

interface ArticleCardProps {
  article: { title: string; date: string; minutes: number; stencil: string };
  href: string;
  /** Its place in the outline of the page. */
  heading?: "h2" | "h3" | undefined;
  /** A wide one has its words beside the picture; on phones below it, as any. */
  shape?: "upright" | "wide";
  /** True in the first view of a page: its picture is fetched at once instead of when it comes near. */
  priority?: boolean;
}

/** An article as its road-paint picture, title, and `date · reading time read`. */
export function ArticleCard({
  article,
  href,
  heading: Heading = "h3",
  shape = "upright",
  priority = false,
}: ArticleCardProps) {
  return (
    <article className={card({ shape })}>
      <ExternalLink
        className={picture({ shape })}
        href={href}
        arrow={false}
        // The title is the same link.
        aria-hidden
        tabIndex={-1}
      >
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
      <Heading className={title({ shape }) || undefined}>
        <ExternalLink href={href} arrow={false} draggable={false}>
          {article.title}
        </ExternalLink>
      </Heading>
      <p className={meta({ shape }) || undefined}>
        <time dateTime={article.date}>{formatDay(article.date)}</time> · {article.minutes} min read
      </p>
    </article>
  );
}

const card = cva("article-card", {
  variants: {
    shape: { upright: "", wide: "sm:grid sm:grid-cols-7-5 sm:gap-x-12" },
  },
});

const picture = cva("brackets", { variants: { shape: { upright: "", wide: "sm:row-span-2" } } });

const title = cva("", {
  variants: {
    shape: {
      upright: "",
      wide: [
        "max-sm:text-32/tight sm:m-0 sm:self-end sm:tracking-heading",
        "sm:text-[clamp(1.75rem,3.4vw,3rem)]/heading sm:font-extrabold",
      ],
    },
  },
});

const meta = cva("", { variants: { shape: { upright: "", wide: "sm:mt-3.5 sm:self-start" } } });
