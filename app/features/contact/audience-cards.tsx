import { Link } from "@remix-run/react";
import { ArrowUpLeft, ArrowUpRight, Handshake, User } from "lucide-react";
import { audiences } from "~/content/contact";
import { cardId, popupUrl } from "./audience";

/** The two exits. */
export function AudienceCards() {
  return (
    <ul className="contact-cards">
      <li>
        <Link id={cardId("individual")} className="contact-card" to={popupUrl("individual")}>
          <User className="i pictogram" aria-hidden />
          <ArrowUpLeft className="i exit" aria-hidden />
          <h2>{audiences.individual.label}</h2>
          <p>{audiences.individual.who}</p>
        </Link>
      </li>
      <li>
        <Link id={cardId("collaboration")} className="contact-card" to={popupUrl("collaboration")}>
          <Handshake className="i pictogram" aria-hidden />
          <ArrowUpRight className="i exit" aria-hidden />
          <h2>{audiences.collaboration.label}</h2>
          <p>{audiences.collaboration.who}</p>
        </Link>
      </li>
    </ul>
  );
}
