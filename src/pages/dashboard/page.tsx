// What the server sends of the dashboard: the frame in which its script shows everything. The texts are the script's own.

import type { Language } from "../languages.ts";
import { type Html, page } from "../layout.tsx";
import { messagesIn } from "../messages/all.ts";

export interface DashboardProps {
  language: Language;
  /** Whether webhooks may go to an http address. */
  acceptsHttp: boolean;
}

export function dashboardPage({ language, acceptsHttp }: DashboardProps): Html {
  return page({
    language,
    title: "Dashboard",
    refreshSeconds: null,
    style: "/pages/dashboard.css",
    script: "/pages/dashboard.js",
    children: (
      <main class="alone" data-accepts-http={acceptsHttp ? "" : undefined}>
        <noscript>
          <p>{messagesIn(language).needsScript}</p>
        </noscript>
      </main>
    ),
  });
}
