import { data, type LoaderFunctionArgs } from "@remix-run/node";
import {
  Link,
  Outlet,
  redirectDocument,
  useLoaderData,
  useNavigation,
  useSearchParams,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import { Languages } from "lucide-react";
import { languageOf, rememberLanguage } from "server/http/visit.server";
import { namedLanguage } from "server/process/languages.server";
import { services } from "server/services.server";
import { catalogueOf } from "~/features/deletion/catalogues.server";
import { useMessages, type PageLanguage } from "~/features/deletion/messages";
import { DocumentHeader } from "~/features/shell/document-header";
import type { PageHandle } from "~/features/shell/page-handle";
import { CONTENT_ID, SkipLink } from "~/features/shell/skip-link";
import { inTime } from "~/lib/in-time";

export const handle: PageHandle = { theme: "day" };

/** Loads the language of the page and its texts. A language that the URL asks for is stored in a cookie. */
export function loader({ request }: LoaderFunctionArgs) {
  const { languages } = services().settings;
  const code = languageOf(request, languages);
  const page: PageLanguage = {
    language: namedLanguage(code),
    texts: code === "en" ? null : catalogueOf(code).messages,
    offered: languages.length > 1 ? languages.map(namedLanguage) : [],
  };
  return data(page, { headers: rememberLanguage(request, code) });
}

/** A language that cannot be loaded is loaded as a document. */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  try {
    return await inTime(serverLoader<typeof loader>());
  } catch (error) {
    if (request.signal.aborted) throw error;
    return redirectDocument(request.url);
  }
}

/** The texts change only with the language in the URL. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.searchParams.get("lang") !== nextUrl.searchParams.get("lang");

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
          <a className={languagesLink} href={`#${LANGUAGES_ID}`}>
            <Languages className="icon" />
            <span className="max-sm:sr-only">{text("header.languages")}</span>
          </a>
        )}
      </DocumentHeader>
      <main id={CONTENT_ID} tabIndex={-1} className="outline-none" data-lines="short">
        <Outlet />
      </main>
      {offered.length > 0 && <LanguageList offered={offered} />}
    </>
  );
}

const languagesLink =
  "inline-flex min-h-11 min-w-11 items-center justify-center gap-2 font-semibold print:hidden";

/** Links to the page in each language, named in that language. With scripts the fields keep what was typed. */
function LanguageList({ offered }: Pick<PageLanguage, "offered">) {
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
