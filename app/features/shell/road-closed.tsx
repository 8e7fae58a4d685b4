import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { pages } from "~/content/pages";
import { Button, ButtonLink } from "~/ui/button";
import { Logo } from "~/ui/logo";
import { whiteSignStyle } from "~/ui/sign";
import { useSite } from "./site";

const roadAtNight =
  "bg-[linear-gradient(180deg,--alpha(var(--color-night)/60%),transparent_40%),url(/pictures/road-closed.webp)] " +
  "bg-cover bg-center bg-no-repeat";

/**
 * A page with a "road closed" sign, a button to go back, and a link to the home page.
 *
 * @param heading the large text, a number or a few words
 */
export function RoadClosed(props: { heading: string; text: string; children?: ReactNode }) {
  return (
    <div
      className={`relative min-h-screen overflow-hidden bg-ground pb-16 text-ink ${roadAtNight}`}
    >
      <header className="page-wrap flex min-h-18 items-center justify-between">
        <Logo siteName={useSite().siteName} />
      </header>
      <main className="flex flex-col items-center px-4 pt-15">
        <div className={`${whiteSignStyle} ${signPlace}`}>
          <p className="font-large text-28/none font-extrabold tracking-wider sm:text-40/none">
            ROAD CLOSED
          </p>
          <h1 className={`${headingStyle} ${props.heading.length > 3 ? asWords : asNumber}`}>
            {props.heading}
          </h1>
          <p className="font-large text-21/tight font-bold sm:text-28/tight">{props.text}</p>
          {props.children}
        </div>
        <Barrier />
        <div className="flex flex-wrap justify-center gap-3.5 max-sm:flex-col max-sm:self-stretch max-sm:px-3">
          <GoBack />
          <ButtonLink href={pages.home.path} size="large" tone="scrim" wraps={false}>
            Go Home
          </ButtonLink>
        </div>
      </main>
    </div>
  );
}

const signPlace =
  "@container z-1 w-79.5 max-w-full px-6 pt-8.5 pb-6.5 text-center sm:w-155 sm:px-10 sm:pt-10.5 sm:pb-8.5";

const headingStyle = "mt-4 mb-2.5 tracking-tighter sm:mt-4.5";
const asWords = "text-36/heading sm:text-title";
const asNumber = "text-[length:min(7.5rem,50cqi)]/figure sm:text-[length:min(13rem,50cqi)]";

function Barrier() {
  return (
    <div
      className="road-barrier relative z-0 -mt-3 mb-9.5 w-[min(1042px,100%+32px)] pb-10.5"
      aria-hidden="true"
    >
      <div className={board} />
      <div className={`mt-11.5 ${board}`} />
      <div className={`mt-11.5 ${board}`} />
    </div>
  );
}

const board =
  "relative z-1 h-15 rounded-control border-control border-asphalt/50 bg-chalk text-accent " +
  "bg-[repeating-linear-gradient(135deg,currentColor_0_30px,transparent_30px_60px)]";

/** Goes back in the browser's history, by the inline script of the head; without JavaScript a link to the home page. */
function GoBack() {
  const look = { size: "large", wraps: false } as const;
  const label = (
    <>
      <ArrowLeft className="icon" />
      Go Back
    </>
  );
  return (
    <>
      <Button className="noscript:hidden" data-go-back="" {...look}>
        {label}
      </Button>
      <ButtonLink href={pages.home.path} className="hidden! noscript:inline-flex!" {...look}>
        {label}
      </ButtonLink>
    </>
  );
}
