// A browser that signs in: it keeps cookies, follows no redirect by itself, and fills in the form.
import { exports } from "cloudflare:workers";
import { expect } from "vitest";
import { BASE_URL } from "./api.ts";
import { atService } from "./identity-provider.ts";
import { addUserWithPassword } from "./identity-provider-users.ts";
import { PASSWORD } from "./logins.ts";

export interface Page {
  status: number;
  location: string;
  html: string;
  headers: Headers;
}

export interface Browser {
  /** An address of the service, whole or a path. */
  open(
    url: string,
    options?: { form?: Record<string, string>; headers?: Record<string, string> },
  ): Promise<Page>;
  cookies: Map<string, string>;
}

export function openBrowser(): Browser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async open(url, { form, headers = {} } = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const response = await exports.default.fetch(new URL(url, BASE_URL).href, {
        method: form === undefined ? "GET" : "POST",
        headers: {
          ...(cookie === "" ? {} : { Cookie: cookie }),
          "Sec-Fetch-Site": "same-origin",
          ...headers,
        },
        redirect: "manual",
        ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
      });
      for (const set of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        if (name.startsWith("__Host-"))
          expect(set).toMatch(/; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
        else expect(set).toMatch(/; Max-Age=\d+; Path=\/realms\/payment-platform; HttpOnly; SameSite=Lax$/);
        if (value === "") cookies.delete(name);
        else cookies.set(name, value);
      }
      const html = await response.text();
      return {
        status: response.status,
        location: response.headers.get("Location") ?? "",
        html,
        headers: response.headers,
      };
    },
  };
}

/** Up to the provider's form: of the wallet for a customer. */
export async function startSignIn(browser: Browser, to = "/dashboard", wallet = ""): Promise<string> {
  const begun = await browser.open(`${wallet}/session/sign-in?to=${encodeURIComponent(to)}`);
  expect(begun.status).toBe(303);
  const { status, html } = await browser.open(begun.location);
  expect([status, html]).toEqual([200, expect.stringContaining('<form class="form" method="post"')]);
  return begun.location;
}

/** At the embedded provider, as an administrator makes one there. */
export function makeCustomer(attributes: Record<string, string[]> = {}, roles = ["customer"]) {
  return addUserWithPassword(atService, attributes, roles);
}

/** In the wallet. The page is where the browser ends. */
export async function signInAsCustomer(email: string, to = "/wallet", browser = openBrowser()) {
  const form = await startSignIn(browser, to, "/wallet");
  const submitted = await browser.open(form, { form: { username: email, password: PASSWORD } });
  expect(submitted.status).toBe(303);
  const page = await browser.open(submitted.location);
  return { browser, page, secret: browser.cookies.get("__Host-wallet") ?? "" };
}

export async function signInAs(email: string, to = "/dashboard", browser = openBrowser()) {
  const form = await startSignIn(browser, to);
  const submitted = await browser.open(form, { form: { username: email, password: PASSWORD } });
  expect(submitted.status).toBe(303);
  const { status, location } = await browser.open(submitted.location);
  expect(status).toBe(303);
  return {
    browser,
    callback: submitted.location,
    location,
    secret: browser.cookies.get("__Host-session") ?? "",
  };
}
