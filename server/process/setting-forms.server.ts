import { isIP } from "node:net";
import { z } from "zod";

/** An http or https URL without credentials, which would reach logs; whatever else `form` asks of its text. */
const httpUrl = (form: RegExp, what: string) =>
  z.string().refine((text) => {
    const url = URL.parse(text);
    const isHttp = url !== null && /^https?:$/.test(url.protocol);
    return isHttp && !url.username && !url.password && form.test(text);
  }, what);

export const link = httpUrl(/./, "an http or https URL without credentials");

/** Paths are appended to it: a query or a fragment would be lost. */
export const baseUrl = httpUrl(
  /^[^?#]+$/,
  "an http or https URL without credentials, query and fragment",
);

/** The proxy appends paths to the text itself: not even a slash may stand at its end. */
export const origin = httpUrl(
  /^https?:\/\/[^\s/\\?#]+$/i,
  "an http or https origin such as https://pulse.example.com, without path or slash at its end",
);

/** Numeric addresses come without brackets and port, as Node takes them. */
export const host = z
  .string()
  .refine(
    (text) =>
      isIP(text.replace(/%.*$/, "")) > 0 || /^[a-z0-9](?:[a-z0-9_.-]*[a-z0-9])?$/i.test(text),
    "an address or a name of this machine, without scheme, brackets and port",
  );

/** What a header can carry after `Bearer` (a space would end it), and others cannot mistake for their own. */
export const token = z
  .string()
  .regex(/^[\x21-\x7e]{8,}$/, "at least 8 letters, digits or signs of ASCII, without spaces");
