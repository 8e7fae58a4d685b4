import { Link, useNavigation, useSearchParams } from "@remix-run/react";
import { Languages } from "lucide-react";
import type { ReactNode } from "react";
import { DocumentHeader } from "~/features/shell/document-header";
import { CONTENT_ID, SkipLink } from "~/features/shell/skip-link";
import { useMessages, type PageLanguage } from "./messages";

const LANGUAGES_ID = "languages";

type Offered = Pick<PageLanguage, "offered">;

/** Header and main element of the account-deletion page, in the visitor's language. */
export function DeletionLayout({ offered, children }: Offered & { children: ReactNode }) {
  const { text } = useMessages();
  return (
    <>
      <SkipLink name={text("header.skip")} />
      <DocumentHeader home={text("header.home")} pauseMotion={text("header.pause-motion")}>
        {offered.length > 0 && (
          <a className={languagesLink} href={`#${LANGUAGES_ID}`}>
            <Languages className="icon" />
            <span className="max-sm:sr-only">{text("header.languages")}</span>
          </a>
        )}
      </DocumentHeader>
      <main id={CONTENT_ID} tabIndex={-1} className="outline-none" data-lines="short">
        {children}
      </main>
      {offered.length > 0 && <LanguageList offered={offered} />}
    </>
  );
}

const languagesLink =
  "inline-flex min-h-11 min-w-11 items-center justify-center gap-2 font-semibold print:hidden";

/** Links to the page in each language, named in that language. With scripts the fields keep what was typed. */
function LanguageList({ offered }: Offered) {
  const { language, text } = useMessages();
  const [search] = useSearchParams();
  const { state } = useNavigation();
  const searchIn = (code: string) => {
    const query = new URLSearchParams(search);
    query.set("lang", code);
    return `?${query}`;
  };
  return (
    <nav
      className="border-t border-line print:hidden"
      id={LANGUAGES_ID}
      aria-label={text("header.languages")}
    >
      <ul className="page-wrap flex flex-wrap gap-x-4 py-1 max-deck:px-4">
        {offered.map(({ code, name, direction }) => (
          <li key={code}>
            <Link
              className={`${languageLink} ${code === language ? "font-extrabold no-underline" : "font-semibold"}`}
              to={searchIn(code)}
              lang={code}
              dir={direction}
              hrefLang={code}
              aria-current={code === language ? "true" : undefined}
              onClick={(event) => {
                // A move would drop the answer to a form.
                if (state !== "idle") return event.preventDefault();
                // The page begins anew in another language.
                document.getElementById(CONTENT_ID)?.focus();
              }}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const languageLink = "inline-flex min-h-11 min-w-11 items-center justify-center text-15/snug";
