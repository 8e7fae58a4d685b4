import { IntentForm, TextSubmit } from "./intent-form";

interface LostAnswerProps {
  /** What to quote when writing to support; null where the server's answer, which names it, did not come. */
  reference: string | null;
  contactEmail: string;
}

/** What is known after a deletion whose answer was lost, and what to do. */
export function LostAnswer({ reference, contactEmail }: LostAnswerProps) {
  return (
    <div className="mb-5 grid gap-2.5 border-b border-line pb-3.5 text-15 text-ink-2">
      <p>
        <b className="text-ink">Your account may be deleted all the same.</b> The request was sent,
        but no clear answer came back. You can press Delete again. To find out, start again with
        your number: this page then tells you if the account is inactive. Do not log in to the app
        to look: that is how an account comes back.
      </p>
      <p>
        Or write to{" "}
        <a className="font-bold wrap-anywhere text-ink" href={`mailto:${contactEmail}`}>
          {contactEmail}
        </a>
        {reference !== null && (
          <>
            {" "}
            with the reference number <b className="text-ink tabular-nums">{reference}</b>
          </>
        )}
        .
      </p>
      <IntentForm intent="start-over">
        <TextSubmit intent="start-over">Start again with my number</TextSubmit>
      </IntentForm>
    </div>
  );
}

/** Tells the server of it, which knows nothing any more once the session has ended. */
export function LostField({ reference }: { reference: string | null }) {
  return reference !== null && <input type="hidden" name="lost" value={reference} />;
}
