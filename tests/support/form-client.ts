export interface Visit {
  method: string;
  url: string;
  status: number;
  headers: Headers;
  html: string;
}

/**
 * Visits pages like a browser without scripts: keeps cookies, presses buttons of the forms on the page it is on, and
 * follows redirects by hand, so that every answer of a journey can be looked at.
 */
export class FormClient {
  readonly visits: Visit[] = [];

  /**
   * @param origin of the site
   * @param address the visitor's, for servers that trust one proxy
   * @param cookies shared by the tabs of one browser
   */
  constructor(
    readonly origin: string,
    readonly address?: string,
    readonly cookies = new Map<string, string>(),
  ) {}

  get page(): Visit {
    const last = this.visits.at(-1);
    if (!last) throw new Error("no page was visited yet");
    return last;
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async open(path: string): Promise<Visit> {
    return this.#follow("GET", path);
  }

  /** Fills the form that a button belongs to and presses the button. */
  async press(button: string, fields: FormValues = {}): Promise<Visit> {
    return this.#post(formOf(this.page.html, button), fields);
  }

  /** Whether the page has a form with a hidden field of this name and value, in whatever language it is. */
  offers(name: string, value: string): boolean {
    return formWith(this.page.html, name, value) !== null;
  }

  /** Fills the form that has a hidden field of this name and value and sends it. */
  async submit(name: string, value: string, fields: FormValues = {}): Promise<Visit> {
    const form = formWith(this.page.html, name, value);
    if (form === null) throw new Error(`the page has no form with ${name}=${value}`);
    return this.#post(form, fields);
  }

  async #post(form: PageForm, fields: FormValues): Promise<Visit> {
    const body = new URLSearchParams(form.hidden);
    for (const [name, value] of Object.entries(fields)) {
      for (const one of [value].flat()) body.append(name, one);
    }
    return this.#follow("POST", form.action, body);
  }

  /** Sends one request without following; cookies are sent and kept. @param more headers beside its own */
  async send(
    method: string,
    path: string,
    body?: URLSearchParams,
    more: Record<string, string> = {},
  ): Promise<Visit> {
    // A form's address may be relative to its page, which may be one that another instance has sent.
    const { pathname, search } = new URL(path, this.visits.at(-1)?.url ?? this.origin);
    const url = new URL(pathname + search, this.origin);
    const response = await fetch(url, {
      method,
      ...(body && { body }),
      redirect: "manual",
      headers: {
        Cookie: this.cookieHeader,
        ...(body && { Origin: this.origin }),
        ...(this.address && { "X-Forwarded-For": this.address }),
        ...more,
      },
    });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    const { status, headers } = response;
    const visit = { method, url: url.href, status, headers, html: await response.text() };
    this.visits.push(visit);
    return visit;
  }

  async #follow(method: string, path: string, body?: URLSearchParams): Promise<Visit> {
    const visit = await this.send(method, path, body);
    const location = visit.headers.get("Location");
    return location === null ? visit : this.#follow("GET", location);
  }

  #keep(setCookie: string): void {
    const [pair = "", ...attributes] = setCookie.split(";").map((part) => part.trim());
    const [name = "", value = ""] = pair.split(/=(.*)/s);
    if (attributes.includes("Max-Age=0") || value === "") this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

type FormValues = Record<string, string | string[]>;

interface PageForm {
  action: string;
  hidden: [string, string][];
}

/** The form that the button with this text submits; the markup is our own, so patterns do. */
function formOf(html: string, text: string): PageForm {
  for (const [button, attributes = ""] of html.matchAll(/<button([^>]*)>(.*?)<\/button>/gs)) {
    if (!button.replace(/<[^>]*>/g, "").includes(text)) continue;
    const id = attribute(attributes, "form");
    for (const [form, opening = ""] of html.matchAll(/<form([^>]*)>.*?<\/form>/gs)) {
      if (id === null ? !form.includes(button) : attribute(opening, "id") !== id) continue;
      return readForm(form, opening);
    }
  }
  throw new Error(`the page has no button '${text}'`);
}

function formWith(html: string, name: string, value: string): PageForm | null {
  const forms = [...html.matchAll(/<form([^>]*)>.*?<\/form>/gs)].map(([form, opening = ""]) =>
    readForm(form, opening),
  );
  const has = ({ hidden }: PageForm) => hidden.some((one) => one[0] === name && one[1] === value);
  return forms.find(has) ?? null;
}

function readForm(form: string, opening: string): PageForm {
  const hidden = [...form.matchAll(/<input type="hidden"([^>]*)>/g)].map(
    ([, input = ""]): [string, string] => [
      attribute(input, "name") ?? "",
      attribute(input, "value") ?? "",
    ],
  );
  return { action: attribute(opening, "action") ?? "", hidden };
}

function attribute(attributes: string, name: string): string | null {
  const written = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
  return written?.replaceAll("&amp;", "&") ?? null;
}
