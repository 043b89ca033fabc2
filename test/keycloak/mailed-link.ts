import { Browser, type Send } from "./browser.ts";
import { demand } from "./requests.ts";

/** Keycloak's pages behind the link that it mails: one that asks to proceed, then the form. */
export async function setPasswordAt(link: string, password: string, send: Send): Promise<void> {
  const browser = new Browser(send);
  const asked = await browser.open(link);
  const [, next = ""] = /<a href="([^"]*action-token[^"]*)"/.exec(asked.html) ?? [];
  demand(next !== "", `the link's page does not lead on: ${asked.status}`);
  const form = await browser.open(new URL(next.replaceAll("&amp;", "&"), asked.url).href);
  const done = await browser.submit(form, { "password-new": password, "password-confirm": password });
  demand(done.status === 200 && !done.html.includes('name="password-new"'), "the password was not accepted");
}
