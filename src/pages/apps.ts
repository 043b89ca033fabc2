// What the server sends of the apps: the frames in which their scripts show everything, in texts of their own.
import { html } from "hono/html";
import { languageLinks } from "./language-links.ts";
import type { Language } from "./languages.ts";
import { type Html, type LayoutProps, page } from "./layout.ts";
import { messagesIn } from "./messages/all.ts";

/** `customer`: the second screen, for whoever pays. */
export type PosPage = "till" | "pair" | "customer";

export function posPage(name: PosPage, language: Language): Html {
  const installed = { manifest: "/pages/pos.webmanifest", touchIcon: "/pages/pos-icon.png" };
  return frame("pos", { ...installed, language, title: "POS" }, html`data-page="${name}"`);
}

/** It looks as the till. */
export function deskPage(name: "desk" | "desk-pair", language: Language): Html {
  return frame("desk", { language, title: "Desk", style: "/pages/pos.css" }, html`data-page="${name}"`);
}

/** `isSandbox`: one tap makes a wallet with play money. */
export function walletPage(language: Language, isSandbox: boolean): Html {
  const installed = { manifest: "/pages/wallet.webmanifest", touchIcon: "/pages/wallet-icon.png" };
  return frame("wallet", { ...installed, language, title: "Wallet" }, html`${isSandbox && "data-sandbox"}`);
}

/** `acceptsHttp`: webhooks may go to an http address. */
export function dashboardPage(language: Language, acceptsHttp: boolean): Html {
  const attributes = html`class="alone" ${acceptsHttp && "data-accepts-http"}`;
  return frame("dashboard", { language, title: "Dashboard" }, attributes);
}

/** `canOpenShop`: the page may open a shop without anyone signing in. */
export function stagePage(language: Language, canOpenShop: boolean): Html {
  const attributes = html`${canOpenShop && "data-can-open"}`;
  return frame("stage", { language, title: "Sandbox" }, attributes, languageLinks(language));
}

function frame(app: string, props: Omit<LayoutProps, "children">, attributes: Html, more?: Html): Html {
  const children = html`
    <main ${attributes}>
      <noscript><p>${messagesIn(props.language).needsScript}</p></noscript>
      ${more}
    </main>`;
  return page({ style: `/pages/${app}.css`, script: `/pages/${app}.js`, ...props, children });
}
