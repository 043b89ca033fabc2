// The sandbox's playground, for people instead of programs: it is not part of the API.
import { type Context, Hono } from "hono";
import { html } from "hono/html";
import type { AppEnv } from "#core/http/app-env.ts";
import { routeNotFound } from "#core/http/errors.ts";
import { orThrow } from "#core/http/refusals.ts";
import { strangerActor } from "#core/http/request.ts";
import { respondUndocumented } from "#core/http/response.ts";
import { isLoopback } from "#core/lib/loopback.ts";
import { showPage } from "#core/routes/pages/show-page.ts";
import { codePrefix } from "#core/wire/payment-intents/present-intent.ts";
import { frame } from "#pages/apps.ts";
import { languageLinks } from "#pages/language-links.ts";
import { scriptPagePolicy } from "#pages/policy.ts";
import { openPlaygroundMerchant } from "./playground-merchant.ts";

/** The wallet is in the frame of a phone. */
const WITH_PHONE = ["frame-src 'self'"];
const TITLE = "Merchant Payments";

/** It is the sandbox's front door. */
export function showPlayground(c: Context<AppEnv>): Response | Promise<Response> {
  const codes = codePrefix(c.get("deps").config);
  const attributes = html`${isOnLoopback(c) && "data-can-open"} data-codes="${codes}"`;
  const start = html`<noscript><p><a href="/start">${TITLE}</a></p></noscript>`;
  return showPage(c, scriptPagePolicy(WITH_PHONE), (language) =>
    frame("stage", { language, title: TITLE }, attributes, html`${start}${languageLinks(language)}`),
  );
}

export const playgroundPages = new Hono<AppEnv>()
  .get("/", showPlayground)
  // Whoever can reach a loopback address owns the machine; anywhere else a merchant is registered by an administrator.
  .post("/merchants", async (c) => {
    if (!isOnLoopback(c)) throw routeNotFound();
    const { registration, businessName, counterId, webhookSecret } = orThrow(
      await openPlaygroundMerchant(c.get("deps"), strangerActor(c)),
    );
    return respondUndocumented(
      c,
      {
        merchant_id: registration.merchantId,
        business_name: businessName,
        counter_id: counterId,
        webhook_secret: webhookSecret,
        setup_url: registration.setupUrl,
        merchant: { client_id: registration.clientId, client_secret: registration.clientSecret },
      },
      201,
    );
  });

function isOnLoopback(c: Context<AppEnv>): boolean {
  return isLoopback(c.get("deps").config.publicUrl);
}
