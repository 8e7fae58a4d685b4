import type { QrCode } from "server/referral/qr-code.server";
import type { ReferralCode } from "server/referral/referral-code.server";
import type { VisitorSystem } from "server/referral/visitor-system.server";
import { useMotionPaused } from "~/lib/pause-motion";
import { BrandIcon } from "~/ui/brand-icon";
import { ExternalLink } from "~/ui/external-link";
import { Plate } from "~/ui/plate";
import { CopyCode } from "./copy-code";
import { CountdownText } from "./countdown-text";
import { QrFigure } from "./qr-figure";
import type { ReferralLinks } from "./referral-links";
import { useCountdown } from "./use-countdown";
import "./referral.css";

interface ReferralPageProps {
  code: ReferralCode;
  links: ReferralLinks;
  system: VisitorSystem;
  /** The store link for a phone's camera; null on phones. */
  qr: QrCode | null;
}

/** An invitation: tries the app, then leads to the store page. */
export function ReferralPage({ code, links, system, qr }: ReferralPageProps) {
  const { stage, stay } = useCountdown(links.store);
  const appLink = system === "android" ? links.androidApp : links.app;
  return (
    <>
      <div className="invitation">
        <img
          className="invitation-road"
          src="/pictures/road-closed.webp"
          width={1600}
          height={1000}
          alt=""
        />
        <div className="wrap invitation-words">
          <Ring turning={!useMotionPaused() && stage.at !== "staying"} />
          <h1>Opening PulseScout...</h1>
          <p className="invitation-state" role="status">
            {stage.at === "staying" ? "Stopped. You stay here." : "Attempting to open app"}
          </p>
          <Plate kind="REF" label="Referral code" text={code.shown} />
          <p className="invitation-note">Your referral code. It travels with you to the store.</p>
          <CopyCode text={code.text} />
          <CountdownText stage={stage} stay={stay} />
          <div className="invitation-ways">
            <ExternalLink className="btn" href={links.store} arrow={false} onClick={stay}>
              <BrandIcon name="googlePlay" />
              Download on Play Store
            </ExternalLink>
            <a className="btn line" href={appLink}>
              Open the app
            </a>
          </div>
          <p className="invitation-note">
            {system === "ios"
              ? "You are on iOS. Android only for now. iOS coming soon."
              : "Android only for now. iOS coming soon."}
          </p>
          {qr && <QrFigure qr={qr} />}
          {stage.at !== "attempting" && (
            <iframe
              src={links.app}
              title="PulseScout app"
              aria-hidden="true"
              tabIndex={-1}
              hidden
            />
          )}
        </div>
      </div>
    </>
  );
}

function Ring({ turning }: { turning: boolean }) {
  return (
    <svg
      className="invitation-ring"
      data-turning={turning || undefined}
      viewBox="0 0 56 56"
      fill="none"
      strokeWidth="5"
      aria-hidden="true"
    >
      <circle cx="28" cy="28" r="24" stroke="var(--lane-off)" />
      <path d="M4 28a24 24 0 0 1 48 0" stroke="var(--accent)" strokeDasharray="14 11.13" />
    </svg>
  );
}
