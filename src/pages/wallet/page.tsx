// What the server sends of the wallet: the frame in which its script shows everything. The texts are the script's own.

import type { Language } from "../languages.ts";
import { type Html, page } from "../layout.tsx";
import { messagesIn } from "../messages/all.ts";

interface WalletPageProps {
  language: Language;
  /** Whether one tap makes a wallet with play money. */
  isSandbox: boolean;
}

export function walletPage({ language, isSandbox }: WalletPageProps): Html {
  return page({
    language,
    title: "Wallet",
    refreshSeconds: null,
    style: "/pages/wallet.css",
    script: "/pages/wallet.js",
    manifest: "/pages/wallet.webmanifest",
    touchIcon: "/pages/wallet-icon.png",
    children: (
      <main data-sandbox={isSandbox ? "" : undefined}>
        <noscript>
          <p>{messagesIn(language).needsScript}</p>
        </noscript>
      </main>
    ),
  });
}
