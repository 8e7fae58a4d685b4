import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useNavigation } from "@remix-run/react";
import { Languages } from "lucide-react";
import { languageOf, rememberLanguage } from "server/http/visit.server";
import { namedLanguage } from "server/process/languages.server";
import { services } from "server/services.server";
import { catalogueOf } from "~/content/catalogues.server";
import { useMessages, type PageLanguage } from "~/features/deletion/page-language";
import { DocumentHeader } from "~/features/shell/document-header";
import type { PageHandle } from "~/features/shell/page-handle";
import { CONTENT_ID, SkipLink } from "~/features/shell/skip-link";
import { focusTarget } from "~/ui/focus-target";

export const handle: PageHandle = { theme: "day" };

/** Loads the language of the page and its texts. A language that the URL asks for is stored in a cookie. */
export function loader({ request }: LoaderFunctionArgs) {
  const { languages } = services().settings;
  const code = languageOf(request, languages);
  const { language, messages } = catalogueOf(code);
  const { direction } = namedLanguage(code);
  const offered = languages.length > 1 ? languages.map(namedLanguage) : [];
  const page: PageLanguage = { language, messages, direction, offered };
  return data(page, { headers: rememberLanguage(request, code) });
}

/** A document has one language: the links to others load another. */
export const shouldRevalidate = () => false;

const LANGUAGES_ID = "languages";

/** Header and main element of the account-deletion page, in the visitor's language. */
export default function DeletionLayout() {
  const { offered } = useLoaderData<typeof loader>();
  const { text } = useMessages();
  return (
    <>
      <SkipLink name={text("header.skip")} />
      <DocumentHeader home={text("header.home")} pauseMotion={text("header.pause-motion")}>
        {offered.length > 0 && (
          <a className={languagesLink} href={`#${LANGUAGES_ID}`} onClick={focusTarget}>
            <Languages className="icon" />
            <span className="max-sm:sr-only">{text("header.languages")}</span>
          </a>
        )}
      </DocumentHeader>
      <main id={CONTENT_ID} tabIndex={-1} className={`outline-none ${shortLines}`}>
        <Outlet />
      </main>
      {offered.length > 0 && <LanguageList offered={offered} />}
    </>
  );
}

/** No line is longer than 80 characters (WCAG 2.2, 1.4.8). */
const shortLines = "[:where(&_:is(p,dd))]:max-w-[50ch]";

const languagesLink =
  "inline-flex min-h-11 min-w-11 items-center justify-center gap-2 font-semibold print:hidden";

/** Links to the page in each language, named in that language. */
function LanguageList({ offered }: Pick<PageLanguage, "offered">) {
  const { language, text } = useMessages();
  const isSending = useNavigation().state !== "idle";
  return (
    <nav
      className="border-t border-line print:hidden"
      id={LANGUAGES_ID}
      tabIndex={-1}
      aria-label={text("header.languages")}
    >
      <ul className="page-wrap flex flex-wrap gap-x-4 py-1 max-deck:px-4">
        {offered.map(({ code, name, direction }) => (
          <li key={code}>
            <a
              className={`${languageLink} ${code === language ? "font-extrabold no-underline" : "font-semibold"}`}
              href={`?lang=${code}`}
              // The answer to a form that is being sent would be lost.
              onClick={(event) => isSending && event.preventDefault()}
              lang={code}
              dir={direction}
              hrefLang={code}
              aria-current={code === language ? "true" : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const languageLink = "inline-flex min-h-11 min-w-11 items-center justify-center text-15/snug";
