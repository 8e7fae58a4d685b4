const title = "Something went wrong";

const refused = { title, text: "This page cannot do what was asked of it." };
const failed = { title, text: "The page could not be made. Try again in a moment." };

const byStatus: Readonly<Record<number, typeof failed>> = {
  404: { title: "Page Not Found", text: "There is no page at this address." },
  504: { title: "No answer came", text: "Nothing is shown here yet. Try again in a moment." },
};

/** Title and text of an error page. They contain no details of the error. */
export const errorTexts = (status: number) => byStatus[status] ?? (status < 500 ? refused : failed);
