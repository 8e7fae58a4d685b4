import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { ArrowLeft } from "lucide-react";
import { useContext } from "react";
import { pages } from "~/content/pages";
import { Button, ButtonLink } from "~/ui/button";
import { whiteSignStyle } from "~/ui/sign";
import barrier from "./barrier.svg?url";
import { Logo } from "./logo";
import { textsOfError } from "./page-meta";
import { DocumentContext } from "./site";

/** Page of errors that no route handles: a "road closed" sign, a button to go back, and a link to the home page. */
export function ErrorPage() {
  const error = useRouteError();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  const { title, text } = textsOfError(error);
  return (
    <div className={roadAtNight}>
      <header className="page-wrap flex min-h-18 items-center justify-between">
        <Logo />
      </header>
      <main className="flex flex-col items-center px-4 pt-15">
        <div
          className={`${whiteSignStyle} @container z-1 w-79.5 max-w-full px-6 pt-8.5 pb-6.5 text-center sm:w-155 sm:px-10 sm:pt-10.5 sm:pb-8.5`}
        >
          <p className="font-large text-28/none font-extrabold tracking-wider sm:text-40/none">
            ROAD CLOSED
          </p>
          <h1
            className={`mt-4 mb-2.5 tracking-tighter sm:mt-4.5 ${isMissing ? numberSize : "text-36/heading sm:text-title"}`}
          >
            {isMissing ? "404" : title}
          </h1>
          <p className="font-large text-21/tight font-bold sm:text-28/tight">
            {isMissing ? `Oops! ${title}` : text}
          </p>
          {!isMissing && <Reference className="mt-4 text-15" />}
        </div>
        {/* On phones the sign would cover half of each lamp, so the lamps are cut off. */}
        <img
          className="-mt-27 mb-9.5 h-102.5 w-[min(1042px,100%+32px)] max-w-none max-sm:[clip-path:inset(96px_0_0)]"
          src={barrier}
          alt=""
        />
        <div className="flex flex-wrap justify-center gap-3.5 max-sm:flex-col max-sm:self-stretch max-sm:px-3">
          {/* The script of before-paint.ts goes back in the browser's history; without scripts the form leads home. */}
          <form action={pages.home.path} className="contents">
            <Button type="submit" data-go-back="" size="large" wraps={false}>
              <ArrowLeft className="icon" />
              Go Back
            </Button>
          </form>
          <ButtonLink href={pages.home.path} size="large" tone="scrim" wraps={false}>
            Go Home
          </ButtonLink>
        </div>
      </main>
    </div>
  );
}

const numberSize = "text-[length:min(7.5rem,50cqi)]/figure sm:text-[length:min(13rem,50cqi)]";

const roadAtNight =
  "relative min-h-screen overflow-hidden bg-ground pb-16 text-ink " +
  "bg-[linear-gradient(180deg,--alpha(var(--color-night)/60%),transparent_40%),url(/pictures/road-closed.webp)] " +
  "bg-cover bg-center bg-no-repeat";

interface ReferenceProps {
  className: string;
  label?: string;
}

/** The request's id in the server's log; hidden where the error occurred in the browser, without a request. */
export function Reference({ className, label = "Reference: " }: ReferenceProps) {
  const { reference = "" } = useContext(DocumentContext);
  const { key } = useLocation(); // a later error at another address has no reference
  // In the browser the id is in the document alone: hydration does not touch this element's content.
  const html = { __html: reference };
  return (
    <p key={key} className={`has-[bdi:empty]:hidden ${className}`}>
      {label}
      <bdi id="reference" suppressHydrationWarning dangerouslySetInnerHTML={html} />
    </p>
  );
}
