import type { QrCode } from "server/referral/qr-code.server";

/** The store link for the camera of a phone. */
export function QrFigure({ qr: { size, path } }: { qr: QrCode }) {
  return (
    <figure className="invitation-qr">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label="QR code of the store link"
      >
        <path d={path} />
      </svg>
      <figcaption>Scan with your Android phone. The code comes along.</figcaption>
    </figure>
  );
}
