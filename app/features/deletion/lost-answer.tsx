import { IntentForm, Submit } from "./intent-form";

interface LostAnswerProps {
  /** What to quote when writing to support. */
  reference: string;
  contactEmail: string;
}

/** What is known after a deletion whose answer was lost, and what to do. */
export function LostAnswer({ reference, contactEmail }: LostAnswerProps) {
  return (
    <div className="lost">
      <p>
        <b>Your account may be deleted all the same.</b> The request was sent, but no clear answer
        came back. You can press Delete again. To find out, start again with your number: this page
        then tells you if the account is inactive. Do not log in to the app to look: that is how an
        account comes back.
      </p>
      <p>
        Or write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a> with the reference number{" "}
        <b className="num">{reference}</b>.
      </p>
      <IntentForm intent="start-over">
        <Submit intent="start-over" className="text-btn">
          Start again with my number
        </Submit>
      </IntentForm>
    </div>
  );
}
