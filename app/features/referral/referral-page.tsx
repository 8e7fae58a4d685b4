import { Copy } from "lucide-react";
import { useCallback, useEffect, useState, type ComponentProps, type ReactNode } from "react";
import type { QrCode } from "server/referral/qr-code.server";
import type { ReferralCode } from "server/referral/referral-code.server";
import type { ReferralLinks, VisitorSystem } from "./referral-links";
import { BrandMark } from "~/features/shell/brand-mark";
import { LogoMark } from "~/features/shell/logo";
import { Button, ButtonLink, buttonStyle } from "~/ui/button";
import { ExternalLink } from "~/ui/external-link";
import { copyText } from "~/ui/copy-text";
import ring from "./ring.svg?url";

interface ReferralPageProps {
  code: ReferralCode;
  links: ReferralLinks;
  system: VisitorSystem;
  /** QR code of the store link; null on phones. */
  qr: QrCode | null;
}

const COPY_WORDS = { copied: "Referral code copied", failed: "Failed to copy referral code" };

/** Page of a referral link: tries to open the app, then redirects to the store. */
export function ReferralPage({ code, links, system, qr }: ReferralPageProps) {
  const { left, stays, stay } = useCountdown(links.store);
  const appLink = system === "android" ? links.androidApp : links.app;
  return (
    <div className="relative min-h-195 overflow-hidden sm:min-h-206.75">
      <img
        className="absolute inset-0 size-full object-cover"
        src="/pictures/road-closed.webp"
        alt=""
      />
      <div className="absolute inset-0 bg-[linear-gradient(var(--color-night)_4%,--alpha(var(--color-night)/78%)_34%,--alpha(var(--color-night)/35%)_60%,--alpha(var(--color-night)/82%))]" />
      <div className="relative page-wrap flex flex-col items-center pt-14 pb-10 text-center max-sm:px-4 sm:pt-22 sm:pb-16">
        <img
          className="mb-6.5 size-14 scripted:data-turning:animate-[spin_1.2s_linear_infinite]"
          data-turning={!stays || undefined}
          src={ring}
          alt=""
        />
        <h1 className="text-40 sm:text-[4.5rem]">Opening PulseScout...</h1>
        <p
          className="mt-4 mb-10 font-mono text-15/snug font-semibold text-dust sm:mb-13"
          role="status"
        >
          {stays ? "Stopped. You stay here." : "Attempting to open app"}
        </p>
        <NumberPlate text={code.shown} />
        <Note>Your referral code. It travels with you to the store.</Note>
        <Button
          tone="scrim"
          size="small"
          className="noscript:hidden"
          onClick={() => void copyText(code.text, COPY_WORDS)}
        >
          <Copy className="icon" />
          Copy code
        </Button>
        <div className={countdownStyle}>{!stays && <CountdownText left={left} stay={stay} />}</div>
        <div className="flex flex-wrap justify-center gap-3">
          <ExternalLink
            id={STORE_LINK_ID}
            className={buttonStyle({ size: "large", className: "icon:w-4.5" })}
            href={links.store}
            arrow={false}
            onClick={stay}
          >
            <BrandMark brand="googlePlay" />
            Download on Play Store
          </ExternalLink>
          <ButtonLink tone="scrim" size="large" href={appLink} onClick={stay}>
            Open the app
          </ButtonLink>
        </div>
        <Note>{system === "ios" && "You are on iOS. "}Android only for now. iOS coming soon.</Note>
        {qr && <QrFigure qr={qr} />}
        {left !== undefined && (
          <iframe src={links.app} title="PulseScout app" aria-hidden="true" tabIndex={-1} hidden />
        )}
      </div>
    </div>
  );
}

/** The code as a number plate. Longer codes have a smaller font and wrap. */
function NumberPlate({ text }: { text: string }) {
  const size = text.length <= 12 ? plateSize : text.length <= 60 ? longPlateSize : "text-17/tight";
  return (
    <p className={`${plateStyle} ${size}`}>
      <span className={stripStyle} aria-hidden="true">
        <LogoMark className="h-8 w-7 fill-current max-sm:h-5 max-sm:w-4.5" />
        REF
      </span>
      <span className="sr-only">Referral code </span>
      <bdi className="min-w-0 px-13 py-8.5 wrap-anywhere whitespace-pre-wrap max-sm:px-5 max-sm:py-5.25">
        {text}
      </bdi>
    </p>
  );
}

const plateSize = "text-[min(5rem,7.4vw)]/[1.1] max-sm:text-[min(1.75rem,7.2vw)]/[1.1]";
const longPlateSize = "text-40/[1.1] max-sm:text-21/[1.1]";

const plateStyle =
  "inline-flex max-w-full items-stretch overflow-hidden rounded-sign bg-chalk text-left max-sm:rounded-md " +
  "inset-shadow-[0_0_0_3px_var(--color-chalk)] inset-ring-6 inset-ring-asphalt font-mono font-bold tracking-wider text-asphalt max-sm:tracking-wide";

const stripStyle =
  "my-1.5 ml-1.5 flex flex-none flex-col items-center justify-between gap-2 rounded-l-md bg-sign px-4.5 " +
  "py-6 text-17/none text-white max-sm:px-2.25 max-sm:py-4 max-sm:text-label";

/** Id of the store link, which gets the focus when the 'Stay here' button disappears. */
const STORE_LINK_ID = "store-link";

/** The countdown and a button that stops it (WCAG 2.2.1). Without scripts there is no countdown. */
function CountdownText({ left, stay }: { left: number | undefined; stay: () => void }) {
  const stayHere = () => {
    document.getElementById(STORE_LINK_ID)?.focus();
    stay();
  };
  if (left === undefined) {
    return (
      <div className="hidden noscript:block">
        <Line>If the app doesn't open, go on to the Play Store.</Line>
      </div>
    );
  }
  if (left === 0) return <Line role="status">Redirecting to Play Store...</Line>;
  return (
    <>
      {/* A timer is not announced at each change. */}
      <Line role="timer">
        If the app doesn't open, redirecting to Play Store in{" "}
        <b className="font-extrabold tabular-nums">{left}</b>...
      </Line>
      <Button tone="scrim" size="small" onClick={stayHere}>
        Stay here
      </Button>
    </>
  );
}

/** The minimum height prevents a layout shift. */
const countdownStyle =
  "mt-9 mb-5.5 flex min-h-28 flex-col items-center gap-3.5 text-17 sm:min-h-22 sm:text-21 sm:noscript:min-h-0";

function Line(text: Pick<ComponentProps<"p">, "role" | "children">) {
  return <p className="bg-scrim px-3.5 py-1 max-sm:max-w-measure-30" {...text} />;
}

function Note({ children }: { children: ReactNode }) {
  return <p className="my-3.5 bg-scrim px-3 py-[5.5px] text-15 text-chalk">{children}</p>;
}

function QrFigure({ qr: { size, path } }: { qr: QrCode }) {
  return (
    <figure className="mt-7 flex items-center gap-5 overflow-hidden rounded-md bg-chalk pr-5 text-asphalt">
      <svg
        className="size-33 flex-none bg-white sm:size-44"
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label="QR code of the store link"
      >
        <path d={path} />
      </svg>
      <figcaption className="text-left text-15/normal sm:w-[20ch]">
        Scan with your Android phone. The code comes along.
      </figcaption>
    </figure>
  );
}

const ATTEMPT_AFTER_MS = 100;

const COUNTDOWN_SECONDS = 3;

/**
 * Runs the countdown and redirects to the store at its end. Stops when the page is hidden: the app has opened.
 *
 * @param storeUrl replaces this page in the history, so that Back does not restart the countdown
 */
function useCountdown(storeUrl: string) {
  const [left, setLeft] = useState<number>(); // seconds; undefined until the app link has been tried
  const [stays, setStays] = useState(false);

  // Staying is final, and no longer possible once the redirect has begun.
  const stay = useCallback(() => setStays((stayed) => stayed || left !== 0), [left]);

  useEffect(() => {
    if (stays) return;
    if (left === 0) return location.replace(storeUrl);
    const [next, delay] =
      left === undefined ? [COUNTDOWN_SECONDS, ATTEMPT_AFTER_MS] : [left - 1, 1000];
    const timer = setTimeout(() => setLeft(next), delay);
    return () => clearTimeout(timer);
  }, [left, stays, storeUrl]);

  useEffect(() => {
    const stayWhenHidden = () => document.hidden && stay();
    document.addEventListener("visibilitychange", stayWhenHidden);
    return () => document.removeEventListener("visibilitychange", stayWhenHidden);
  }, [stay]);

  return { left, stays, stay };
}
