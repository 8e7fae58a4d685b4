/** To the page's content, past its header: the first stop of the keyboard, seen only there. */
export function SkipLink() {
  return (
    <a className="skip-link btn" href="#content">
      Skip to content
    </a>
  );
}
