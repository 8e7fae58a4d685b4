/** A road with nobody on it. */
export function EmptyRoad() {
  return (
    <svg className="empty-road" viewBox="0 0 120 70" fill="none" aria-hidden="true">
      <path d="M0 66h120M22 66l33-36M98 66L65 30" stroke="var(--edge)" strokeWidth="1.5" />
      <path d="M54 66L58.5 30h3L66 66z" fill="var(--line)" />
      <path
        d="M59 66h2l-.3-9h-1.4zM59.2 52h1.6l-.2-7h-1.2zM59.4 41h1.2l-.1-5h-1z"
        fill="var(--s2)"
      />
      <path d="M8 30h104" stroke="var(--line)" />
    </svg>
  );
}
