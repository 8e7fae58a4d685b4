import { films } from "~/content/films";
import { Film } from "~/ui/film/film";
import { JoinCommunity } from "./join-community";
import truss from "./truss.svg?url";
import "./hero.css";

/** The gantry over the night road, with the headline on its sign. */
export function Hero() {
  return (
    <div className="hero" id="home">
      <Film
        film={films.nightDrive}
        priority
        className="absolute inset-0 sm:[--focus-x:76%]"
        stripAt="bottom-6 left-[max(24px,(100%-var(--page))/2)] max-sm:bottom-3 max-sm:left-3 max-[360px]:*:nth-3:hidden"
      />
      <img className="hero-truss" src={truss} width={1440} height={40} alt="" />
      <div className="gantry">
        <div className="wrap">
          <div className="sign">
            <span className="sign-tab">01 HOME</span>
            <div>
              <h1>Rerouting The Future</h1>
              <p>Real-Time Data &amp; Community Insights to Enhance Your Maps</p>
            </div>
            <RerouteArrow />
          </div>
          <div className="hero-action">
            <JoinCommunity />
          </div>
        </div>
      </div>
    </div>
  );
}

function RerouteArrow() {
  return (
    <svg className="reroute-arrow" viewBox="0 0 120 200" fill="none" aria-hidden="true">
      <path
        d="M32 200V122c0-32 14-48 46-48M32 62V40M32 22V0"
        stroke="currentColor"
        strokeWidth="24"
      />
      <path d="M74 30l44 44-44 44z" fill="currentColor" />
    </svg>
  );
}
