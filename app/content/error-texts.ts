/** Title and text of an error page. They contain no details of the error. */
export function errorTexts(status: number): { title: string; text: string } {
  const title = "Something went wrong";
  if (status === 404) {
    return { title: "Page Not Found", text: "There is no page at this address." };
  }
  if (status === 504) {
    return { title: "No answer came", text: "Nothing is shown here yet. Try again in a moment." };
  }
  return status < 500
    ? { title, text: "This page cannot do what was asked of it." }
    : { title, text: "The page could not be made. Try again in a moment." };
}
