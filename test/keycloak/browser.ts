// A browser without scripts: it keeps cookies, follows redirects, and fills in forms.

export type Send = (url: string, init: RequestInit) => Promise<Response>;

export interface Page {
  url: string;
  status: number;
  html: string;
}

const REDIRECTS_MAX = 10;

export class Browser {
  /** All addresses share them, as the ports of one machine do. */
  readonly #cookies = new Map<string, string>();
  readonly #send: Send;

  /** `send` follows no redirect. */
  constructor(send: Send) {
    this.#send = send;
  }

  /** What a page of the service asks it for. Follows no redirect. */
  readonly send: Send = async (url, init) => {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...init.headers, ...(cookie === "" ? {} : { Cookie: cookie }) };
    const response = await this.#send(url, {
      ...init,
      headers: { ...headers, "Sec-Fetch-Site": "same-origin" },
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === "" || /Max-Age=0/i.test(set)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  };

  /** Resolves with the page behind all redirects. */
  async open(url: string, form?: Record<string, string>): Promise<Page> {
    const init = form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) };
    let response = await this.send(url, init);
    let at = url;
    for (let count = 0; response.status >= 301 && response.status <= 303; count++) {
      if (count === REDIRECTS_MAX) throw new Error(`too many redirects at ${at}`);
      at = new URL(response.headers.get("Location") ?? "", at).href;
      response = await this.send(at, {});
    }
    return { url: at, status: response.status, html: await response.text() };
  }

  /** Submits the page's form with its action and its hidden fields. */
  async submit(page: Page, fields: Record<string, string>): Promise<Page> {
    const [, form = "", rest = ""] = /<form([^>]*)>([\s\S]*?)<\/form>/.exec(page.html) ?? [];
    if (form === "") throw new Error(`no form at ${page.url}: ${page.status}`);
    const hidden = rest.match(/<input[^>]*type="hidden"[^>]*>/g) ?? [];
    const kept = hidden.map((input) => [attribute(input, "name"), attribute(input, "value")]);
    const action = new URL(attribute(form, "action"), page.url).href;
    return await this.open(action, { ...Object.fromEntries(kept), ...fields });
  }
}

function attribute(tag: string, name: string): string {
  const [, value = ""] = new RegExp(`\\b${name}="([^"]*)"`).exec(tag) ?? [];
  return value.replaceAll("&amp;", "&");
}
