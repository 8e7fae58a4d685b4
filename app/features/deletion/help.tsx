import { pages } from "~/content/pages";
import { useMessages } from "./messages";
import { Mailbox } from "./words";

/** The contact for help, and explanations of unusual words, at the same place in every step (WCAG 2.2, 3.2.6). */
export function Help() {
  const messages = useMessages();
  return (
    <>
      <div className="mt-6 max-w-measure-46 text-15/body text-ink-2">
        {messages.rich("help.write", {
          b: (question) => (
            <h2 className="text-15/body font-bold tracking-normal text-ink">{question}</h2>
          ),
          email: <Mailbox />,
        })}
        <p>
          {messages.rich("help.privacy", {
            link: (name) => (
              <a className="font-bold text-ink" href={`${pages.privacy.path}/`} hrefLang="en">
                {name}
              </a>
            ),
          })}
        </p>
      </div>
      <details className="mt-3 max-w-measure-46 text-15/body text-ink-2">
        <summary className="min-h-11 cursor-pointer py-2.5 font-bold text-ink">
          {messages.text("words.title")}
        </summary>
        <ul className="grid gap-2">
          {words.map((word) => (
            <li key={word}>
              {messages.rich(word, { b: (term) => <b className="text-ink">{term}</b> })}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

const words = ["words.otp", "words.anonymized", "words.ai", "words.utc"] as const;
