import { useMessages } from "~/features/shell/messages";
import { IntentForm, TextSubmit } from "./intent-form";
import { Mailbox } from "./mailbox";
import { Numeral } from "./numeral";

interface LostAnswerProps {
  /** Reference number for support; null if the server's answer with the number did not arrive. */
  reference: string | null;
}

/** Explains that the account may be deleted although the answer was lost, and what to do. */
export function LostAnswer({ reference }: LostAnswerProps) {
  const messages = useMessages();
  const email = <Mailbox className="font-bold wrap-anywhere text-ink" />;
  return (
    <div className="mb-5 grid gap-2.5 border-b border-line pb-3.5 text-15 text-ink-2">
      <p>{messages.rich("lost.text", { b: (text) => <b className="text-ink">{text}</b> })}</p>
      <p>
        {reference === null
          ? messages.rich("lost.write", { email })
          : messages.rich("lost.write-reference", {
              email,
              reference,
              b: (number) => <Numeral>{number}</Numeral>,
            })}
      </p>
      <IntentForm intent="start-over">
        <TextSubmit intent="start-over">{messages.text("lost.start")}</TextSubmit>
      </IntentForm>
    </div>
  );
}
