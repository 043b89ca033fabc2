// A browser that signs in: it keeps cookies, follows no redirect by itself, and fills in the form.
import { exports } from "cloudflare:workers";
import { expect } from "vitest";
import { BASE_URL } from "./api.ts";
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
        expect(set).toMatch(/^__Host-[^;]*; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
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

/** Up to the provider's form. */
export async function startSignIn(browser: Browser, to = "/dashboard"): Promise<string> {
  const begun = await browser.open(`/session/sign-in?to=${encodeURIComponent(to)}`);
  expect(begun.status).toBe(303);
  const { status, html } = await browser.open(begun.location);
  expect([status, html]).toEqual([200, expect.stringContaining('<form class="form" method="post"')]);
  return begun.location;
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
