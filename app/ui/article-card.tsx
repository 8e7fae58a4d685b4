import { formatDay } from "~/lib/format-day";
import { ExternalLink } from "./external-link";

interface ArticleCardProps {
  article: { title: string; date: string; minutes: number; stencil: string };
  href: string;
  /** Level of the card's heading in the outline of the page. */
  heading?: "h2" | "h3";
  /** For the first card of a page: text beside the picture (on phones below it), and the picture loads eagerly. */
  leading?: boolean;
}

/** Card of an article: its road-paint picture, its title, its date and its reading time. */
export function ArticleCard({
  article,
  href,
  heading: Heading = "h3",
  leading = false,
}: ArticleCardProps) {
  return (
    <article
      className={`flex h-full flex-col ${leading ? "sm:grid sm:grid-cols-7-5 sm:gap-x-12" : ""}`}
    >
      <ExternalLink
        className={`${pictureStyle} ${leading ? "sm:row-span-2" : ""}`}
        href={href}
        arrow={false}
        // The title has the same link.
        aria-hidden
        tabIndex={-1}
      >
        <img
          className="w-full transition-transform duration-500 group-hover:scale-103"
          src={`/pictures/paint-${article.stencil}.webp`}
          width={640}
          height={416}
          alt=""
          loading={leading ? "eager" : "lazy"}
          draggable={false}
          // React 18 passes this attribute on in lower case only.
          {...(leading && { fetchpriority: "high" })}
        />
      </ExternalLink>
      <Heading className={`${titleStyle} ${leading ? leadingTitle : ""}`}>
        <ExternalLink
          className="no-underline hover:underline"
          href={href}
          arrow={false}
          draggable={false}
        >
          {article.title}
        </ExternalLink>
      </Heading>
      <p className={`${metaStyle} ${leading ? "sm:mt-3.5 sm:self-start" : ""}`}>
        <time dateTime={article.date}>{formatDay(article.date)}</time> · {article.minutes} min read
      </p>
    </article>
  );
}

/** Draws the four corners of a detection box: the mask shows a quarter of each of its tiles. */
const pictureStyle =
  "group relative block overflow-hidden bg-pit text-chalk after:absolute " +
  "after:inset-2.5 after:border " +
  "after:[mask:conic-gradient(at_14px_14px,transparent_75%,black_0)_0_0/calc(100%-14px)_calc(100%-14px)]";

const titleStyle = "mt-5 mb-2.75 text-21/tight font-bold tracking-normal text-pretty";

const metaStyle = "mt-auto font-mono text-13/snug font-semibold text-ink-2";

const leadingTitle =
  "max-sm:text-32/tight sm:m-0 sm:self-end sm:text-[clamp(1.75rem,3.4vw,3rem)]/heading sm:font-extrabold " +
  "sm:tracking-heading";
