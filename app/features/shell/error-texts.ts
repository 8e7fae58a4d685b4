/** What an error page says of itself: its title and one sentence. Nothing of the error's inside. */
export function errorTexts(status: number): { title: string; text: string } {
  if (status === 404) {
    return { title: "Page Not Found", text: "There is no page at this address." };
  }
  return {
    title: "Something went wrong",
    text:
      status < 500
        ? "This page cannot do what was asked of it."
        : "The page could not be made. Try again in a moment.",
  };
}
