import { SandboxNote } from "~/ui/sandbox-note";

/** Where messages go while the sandbox takes them. */
export function ContactSandboxNote({ className }: { className?: string }) {
  return (
    <SandboxNote className={className}>
      Sandbox data. No message leaves this machine: read it in the{" "}
      <a href="/sandbox/outbox">outbox</a>.
    </SandboxNote>
  );
}
