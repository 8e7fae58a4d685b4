export interface Visit {
  url: string;
  status: number;
  headers: Headers;
  html: string;
}

type FormValues = Record<string, string | string[]>;

/**
 * Acts like a browser without scripts: keeps cookies, submits forms of the current page, and follows
 * redirects itself, so that `visits` contains every response of a journey.
 */
export class FormClient {
  readonly visits: Visit[] = [];

  /**
   * @param origin of the site
   * @param address of the visitor, for servers that trust one proxy
   * @param cookies pass the same map to share it like tabs of one browser
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

  async open(path: string): Promise<Visit> {
    return this.#follow("GET", path);
  }

  /** Fills and submits the form of the button with this text. */
  async press(button: string, fields: FormValues = {}): Promise<Visit> {
    const { action, hidden } = formOf(this.page.html, button);
    const body = new URLSearchParams(hidden);
    for (const [name, value] of Object.entries(fields)) {
      for (const item of [value].flat()) body.append(name, item);
    }
    return this.#follow("POST", action, body);
  }

  /** Sends one request with the cookies; follows no redirect. */
  async send(method: string, path: string, body?: URLSearchParams): Promise<Visit> {
    // A form's action may be relative to its page, and another instance may have sent that page.
    const { pathname, search } = new URL(path, this.visits.at(-1)?.url ?? this.origin);
    const url = new URL(pathname + search, this.origin);
    const response = await fetch(url, {
      method,
      ...(body && { body }),
      redirect: "manual",
      headers: {
        Cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(body && { Origin: this.origin }),
        ...(this.address && { "X-Forwarded-For": this.address }),
      },
    });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    const { status, headers } = response;
    const visit = { url: url.href, status, headers, html: await response.text() };
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

/** The form of the button with this text. Patterns suffice because the markup is the product's own. */
function formOf(html: string, text: string): { action: string; hidden: [string, string][] } {
  for (const [button, attributes = ""] of html.matchAll(/<button([^>]*)>(.*?)<\/button>/gs)) {
    if (!button.replace(/<[^>]*>/g, "").includes(text)) continue;
    const id = attribute(attributes, "form");
    for (const [form, opening = ""] of html.matchAll(/<form([^>]*)>.*?<\/form>/gs)) {
      if (id === null ? !form.includes(button) : attribute(opening, "id") !== id) continue;
      const inputs = form.matchAll(/<input type="hidden"([^>]*)>/g);
      const hidden = Array.from(inputs, ([, input = ""]): [string, string] => [
        attribute(input, "name") ?? "",
        attribute(input, "value") ?? "",
      ]);
      return { action: attribute(opening, "action") ?? "", hidden };
    }
  }
  throw new Error(`the page has no button '${text}'`);
}

function attribute(attributes: string, name: string): string | null {
  const escaped = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
  return escaped?.replaceAll("&amp;", "&") ?? null;
}
