import { setTimeout as sleep } from "node:timers/promises";
import { Browser, type Send } from "./browser.ts";
import { demand } from "./requests.ts";

const WAIT_MS = 20_000;

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

/** Mails that have links, as they arrive. */
export class Mailbox {
  readonly #links: { to: string; link: string }[] = [];

  receive = (to: string, link: string | null): void => {
    if (link !== null) this.#links.push({ to, link });
  };

  /** The link in the next mail to this address. Throws when none comes. */
  async takeLink(to: string): Promise<string> {
    const until = Date.now() + WAIT_MS;
    while (Date.now() < until) {
      const index = this.#links.findIndex((mail) => mail.to === to);
      const [mail] = index < 0 ? [] : this.#links.splice(index, 1);
      if (mail !== undefined) return mail.link;
      await sleep(100);
    }
    throw new Error(`no mail to ${to} within ${WAIT_MS / 1000} s`);
  }
}
