/**
 * All texts of the account-deletion page in English, from which the other languages are translated. Placeholders in
 * braces are filled in later; text in tags becomes bold or a link. Keep both unchanged; they may move within their
 * sentence. docs/languages.md explains how to add a language.
 *
 * Never promise more than the English sentence: no earlier deletion, no later return, no certainty where English says
 * "may". Buttons: two or three words. Keep Pulse, PulseScout, WhatsApp and OTP in Latin letters.
 */
export default {
  language: "en",
  reviewedBy: "written in English",
  messages: {
    // Title in the browser's tab and in search results (at most 60 characters), and description in search results (160).
    "page.title": "Delete your account",
    "page.description": "Delete your PulseScout account: what is deleted, what is kept, and when.",
    // Titles in the tab: with the name of the step, and with a word that reports an error.
    "page.title-of-step": "{step}: {title}",
    "page.title-of-error": "Error: {title}",

    // The page's header. The first text is the name of a switch that stops all motion.
    "header.pause-motion": "Pause motion",
    "header.home": "Back to Home",
    // Link past the header for keyboard users.
    "header.skip": "Skip to content",
    // Name of the list of languages, for screen readers.
    "header.languages": "Language",

    // Displayed only on test servers, where codes are not really sent.
    "sandbox.note":
      "Sandbox data. No code leaves this machine: read it in the <link>outbox</link>.",

    // Above the first step. Do not promise anything beyond it.
    "facts.lead":
      "Three steps. Your account is inactive immediately, and permanently deleted after 90 days.",
    // Labels, one or two words: the app's name and the company's name follow the first two.
    "facts.app": "App",
    "facts.developer": "Developer",

    // The panel beside every step; two buttons close and open it.
    "information.title": "What happens to your account",
    "information.open": "Show Account Deletion Information",
    "information.close": "Close information",

    // Stages of an account after its deletion: when, and what happens. "Come back" means: use the account again.
    "lifecycle.now": "Immediately",
    "lifecycle.now-what": "Your account is inactive.",
    "lifecycle.within": "Within 90 days",
    "lifecycle.within-what": "You can come back: log in via the mobile app.",
    "lifecycle.after": "After 90 days",
    "lifecycle.after-what": "Your account and your personal data are permanently deleted.",
    // The last stage with the account's own date.
    "lifecycle.dated":
      "You can come back within 90 days, until {date}: log in via the mobile app. On that day your account and your personal data are permanently deleted.",

    // A table: kind of data, whether it is deleted or kept and why, and until when.
    "data.caption": "What is deleted and what is kept",
    "data.data": "Data",
    "data.until": "Kept until",
    "data.profile": "<b>Deleted:</b> mobile number and profile details",
    "data.recordings": "<b>Deleted:</b> video, location, speed and sensor data that point to you",
    "data.device":
      "<b>Deleted:</b> device and technical data, support messages, consent preferences",
    "data.personal-why": "Personal data. Kept until then, so that you can come back.",
    "data.anonymized": "<b>May be kept:</b> anonymized data",
    "data.anonymized-why":
      "It no longer points to a person. Faces and license plates are blurred by AI.",
    "data.indefinitely": "Indefinitely",

    // Below the panel, at every step. {email} is an address.
    "help.write": "<b>Need help?</b> No WhatsApp on this number, or no code? Write to {email}.",
    "help.privacy": "How we treat data: <link>privacy policy</link>.",

    // The three steps above the form: one short word each. The last two texts are for screen readers only.
    "progress.phone": "Phone",
    "progress.code": "Code",
    "progress.reason": "Reason",
    "progress.label": "Progress",
    "progress.done": "Done",

    // Step 1: the phone number.
    "phone.title": "Your phone number",
    "phone.lead": "We send a code on WhatsApp to prove the account is yours.",
    "phone.label": "Phone number",
    "phone.send": "Send OTP",
    // Name of the flag in front of +91.
    "phone.india": "India",

    // Step 2: the code. {phone} is the number with most digits hidden, {time} a time such as 14:05 IST.
    "code.title": "The code",
    "code.lead": "We sent it on WhatsApp to <b>{phone}</b>. It is good until {time}.",
    "code.tries": { one: "You have 1 try left.", other: "You have {count} tries left." },
    // Below the button 'Resend OTP': WhatsApp on a computer that is linked to the phone hides such a code.
    "code.where": "Open WhatsApp on your phone; linked computers do not show the code.",
    // Follows the previous sentence: why the code expires, and what to do.
    "code.why-until":
      "For your safety a code is good for 10 minutes. If you need more time, ask for a new one.",
    "code.label": "OTP",
    "code.verify": "Verify OTP",
    "code.resend": "Resend OTP",
    // After the button 'Resend OTP', while it has to wait: a countdown such as 0:42, or a time.
    "code.resend-in": "in {time}",
    "code.resend-from": "from {time}",
    "code.change": "Change Number",
    "code.back": "Back",

    // Step 3: the reasons, each in the words of the person who deletes the account.
    "reasons.title": "Why are you leaving?",
    "reasons.lead": "Choose one or more.",
    // Follows the previous sentence. {time} is a time such as 14:05 IST.
    "reasons.until":
      "For your safety this step is open until {time}. After that, start again with a new code: your reasons are not kept.",
    "reasons.unused": "I am no longer using my account",
    "reasons.unclear": "I don't understand how to use",
    "reasons.unneeded": "I no longer need the service",
    "reasons.privacy": "Privacy concerns",
    "reasons.others": "Others",
    "reasons.more": "Please tell us more",
    "reasons.delete": "Delete Account",

    // The last question before the account is deleted. It cannot be undone here: be plain.
    "confirm.title": "Confirm Deletion",
    // {digits} are the last four digits of the phone number.
    "confirm.number": "This is the account of the number that ends in <b>{digits}</b>.",
    "confirm.inactive": "Your account becomes inactive immediately.",
    "confirm.cancel": "Cancel",
    "confirm.delete": "Delete",

    // After a deletion whose answer was lost: nobody knows whether it happened, so state neither.
    "lost.text":
      "<b>Your account may have been deleted all the same.</b> Delete was pressed, but no confirmation came back.",
    // May follow the previous sentence, where the button can be pressed again.
    "lost.again": "You can press Delete again.",
    // Follows the previous sentences.
    "lost.find-out":
      "To find out, start again with your number: this page then tells you if the account is inactive. Do not log in to the app to look: that is how an account comes back.",
    "lost.write": "Or write to {email} with the reference number <b>{reference}</b>.",
    "lost.start": "Start again with my number",

    // Dialogs in which the journey ends.
    "not-registered.title": "Account Not Found",
    "not-registered.text":
      "No registered phone. There is nothing to delete under this number. Sign up first in the mobile app.",
    "not-registered.end": "Go to Home",
    "reactivation.title": "Account Reactivation",
    // Follows a large number of days: 60 days remaining.
    "reactivation.days": { one: "day remaining", other: "days remaining" },
    "reactivation.end": "Close",
    "done.title": "Account Deleted Successfully",
    "done.reference": "Reference number",
    "done.inactive": "Inactive since",
    "done.erased": "Permanently deleted on",
    "done.calendar": "Calendar file (.ics)",
    "done.print": "Print this receipt",
    "done.print-page": "Print this page to keep a receipt.",
    "done.end": "OK",
    "dialog.another-number": "Use another number",

    // The calendar file: the entry's name and the number, without commas and semicolons.
    "calendar.title": "Your PulseScout account is permanently deleted",
    "calendar.reference": "Reference number {reference}.",

    // Moments. {day} and {time} are written as the language writes them; the zones are India's and UTC.
    "time.day": "{day} {zone}",
    "time.clock": "{time} {zone}",
    "time.moment": "{day}, {time} {zone}",
    "time.india": "IST",
    "time.utc": "UTC",

    // Above the form when something went wrong.
    "problem.heading": "There is a problem",
    "problem.phone": "Please enter a valid phone number",
    "problem.otp": "Please enter a valid 6-digit OTP",
    "problem.reasons": "Please select at least one reason for deletion",
    "problem.others": "Please use at most 300 characters",
    "problem.expired": "This code has expired. Ask for a new one.",
    "problem.ended": "Your session ended.",
    // The form is from a page whose session has been replaced by another session.
    "problem.earlier": "This page belongs to an earlier session.",
    "problem.no-session":
      "Your session has ended, or your browser does not keep cookies. This page needs a cookie for 15 minutes: allow it, and enter your number again.",
    "problem.cannot-go-on":
      "Your account cannot be deleted here right now: the sign-in we were given does not fit this page.",
    "problem.unanswered": "No answer came. Please try again.",
    // When the visitor may try again. {time} is a moment.
    "retry.code-at": "You can ask for the next code at {time}.",
    "retry.at": "You can try again at {time}.",

    // A call to another server failed, or no answer came.
    "send.failed": "Failed to send OTP",
    "send.unanswered": "Failed to send OTP. Please try again.",
    "send.may-be-sent":
      "A code may have been sent all the same. If it is refused here, ask for a new one: only the newest counts.",
    "send.sent": "OTP sent successfully to your WhatsApp",
    "verify.failed": "Invalid OTP",
    "verify.unanswered": "Failed to verify OTP. Please try again.",
    "verify.maybe-used":
      "If this code was entered before, that may have used it up: ask for a new one.",
    "verify.verified": "Phone number verified successfully",
    "delete.failed": "Failed to delete account",
    "delete.unanswered": "Failed to delete account. Please try again.",
    // The number follows, with most digits hidden.
    "delete.signed-out": "Your sign-in is no longer accepted. Ask for a new code to go on:",

    // Limits. The exact time to try again follows.
    "limit.minute": "One code a minute can be sent to one number.",
    "limit.number": "Too many codes for this number were asked for.",
    "limit.network": "Too many codes were asked for from your network.",
    "limit.codes": "Too many wrong codes ended this session.",
    "limit.tries": "Too many tries ended this session.",
    "limit.send": "Failed to send OTP: there are too many requests right now.",
    "limit.verify": "Failed to verify OTP: there are too many requests right now.",
    "limit.delete": "Failed to delete account: there are too many requests right now.",

    // Where the page could not be made.
    "error.title": "Something went wrong",
    "error.text": "The page could not be made. Try again in a moment.",
    "error.deleted": "If you pressed Delete, your account may have been deleted.",
    "error.again": "Try again",
    "error.write": "Does it happen again? Write to {email}.",
    "error.reference": "Reference: {reference}",

    // Small pages in place of this one, when a request is refused: heading, sentence, link.
    "refusal.bad-url": "This address cannot be read",
    "refusal.bad-url-text": "Check the address for missing or strange characters.",
    "refusal.too-long": "This address is too long",
    "refusal.too-long-text": "Check the address, or start again from the home page.",
    "refusal.absent": "There is nothing at this address",
    "refusal.absent-text": "Check the address, or start again from the home page.",
    "refusal.foreign": "This form was sent from another site",
    "refusal.foreign-text":
      "For your safety it was not accepted. Open the page here and send the form again.",
    "refusal.method": "This cannot be done here",
    "refusal.method-text": "The page does not answer this kind of request.",
    "refusal.too-large": "That is too much text",
    "refusal.too-large-text": "A form may hold 64 KB. Shorten the text and send it again.",
    "refusal.busy": "Too many people are here at once",
    "refusal.busy-text": "Try again in a few seconds.",
    "refusal.home": "Go Home",
  },
} as const;
