import { SandboxNote } from "~/ui/sandbox-note";

/** Where messages go while the sandbox takes them. */
export function ContactSandboxNote() {
  return (
    <SandboxNote>
      Sandbox data. No message leaves this machine: read it in the{" "}
      <a href="/sandbox/outbox">outbox</a>.
    </SandboxNote>
  );
}
