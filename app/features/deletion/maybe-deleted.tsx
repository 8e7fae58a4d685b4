import { useMessages } from "~/features/shell/messages";
import { IntentForm, TextSubmit } from "./intent-form";
import { Mailbox } from "./mailbox";
import { Numeral } from "./numeral";

interface MaybeDeletedProps {
  /** Reference number for support; null if it is unknown. */
  reference: string | null;
  /** Whether the step has a button that deletes. */
  canPressAgain: boolean;
  /** Whether the step already asks for the number. */
  asksForCode: boolean;
}

/** Says that the account may have been deleted although no confirmation came, and what to do. */
export function MaybeDeleted({ reference, canPressAgain, asksForCode }: MaybeDeletedProps) {
  const messages = useMessages();
  const email = <Mailbox className="font-bold wrap-anywhere text-ink" />;
  return (
    <div className="mt-2 grid gap-2.5 text-15 text-ink-2">
      <p>
        {messages.rich("lost.text", { b: (text) => <b className="text-ink">{text}</b> })}{" "}
        {canPressAgain && messages.text("lost.again")} {messages.text("lost.find-out")}
      </p>
      <p>
        {reference === null
          ? messages.rich("lost.write", { email })
          : messages.rich("lost.write-reference", {
              email,
              reference,
              b: (number) => <Numeral>{number}</Numeral>,
            })}
      </p>
      {!asksForCode && (
        <IntentForm intent="start-over">
          <TextSubmit intent="start-over">{messages.text("lost.start")}</TextSubmit>
        </IntentForm>
      )}
    </div>
  );
}
