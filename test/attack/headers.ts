// Responses that a browser can open must have the security headers, also when they report failures.
import { Attempts } from "./attempts.ts";
import { send, type Target } from "./requests.ts";
import { API, INTENTS, type Shop } from "./shops.ts";

const REQUIRED: Record<string, RegExp> = {
  "Strict-Transport-Security": /max-age=\d{7,}/,
  "X-Content-Type-Options": /^nosniff$/,
  "Referrer-Policy": /no-referrer/,
  "Content-Security-Policy": /default-src 'none'|frame-ancestors 'none'/,
};

export async function checkHeaders(target: Target, victim: Shop): Promise<Attempts> {
  const attempts = new Attempts();
  const view = `${API}/public/payment-intents/${victim.pending}`;
  const paths = [
    "/",
    "/docs",
    "/docs/",
    "/openapi.json",
    "/health",
    view,
    `${view}/qr.svg`,
    `${view}/qr.png`,
  ];
  const refused = [
    INTENTS,
    "/nothing-here",
    "/sandbox",
    "/realms/payment-platform/login-actions/action-token?key=x",
  ];
  for (const path of [...paths, ...refused]) {
    const { headers } = await send(target, "GET", path);
    for (const [name, expected] of Object.entries(REQUIRED)) {
      const value = headers.get(name);
      attempts.note(`${name} of ${path}`, (value === null || !expected.test(value)) && `is ${value}`);
    }
    attempts.note(
      `scripts on ${path}`,
      /(default|script)-src[^;]*unsafe-/.test(headers.get("Content-Security-Policy") ?? "") && "unsafe",
    );
  }
  return attempts;
}
