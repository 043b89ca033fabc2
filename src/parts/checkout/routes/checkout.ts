// The page at which a customer pays, for people instead of programs: it is not part of the API.
import { Hono } from "hono";
import type { AppEnv } from "#core/http/app-env.ts";
import { onError } from "#core/http/errors.ts";
import { refusalError } from "#core/http/refusals.ts";
import { respondUndocumented } from "#core/http/response.ts";
import { qrPngDataUri } from "#core/qr/png.ts";
import { askedLanguageOf, showPage } from "#core/routes/pages/show-page.ts";
import { limited, readIntent } from "#core/routes/payment-intents/public.ts";
import { findReceipt, findShopLanguage } from "#core/services/merchants/receipts.ts";
import { presentReceipt } from "#core/wire/merchants/present-profile.ts";
import { codePrefix, presentPublicView, walletUrl } from "#core/wire/payment-intents/present-intent.ts";
import { isLanguage } from "#pages/languages.ts";
import type { Problem } from "#pages/messages/en.ts";
import { livePagePolicy } from "#pages/policy.ts";
import { checkoutPage, problemPage } from "../pages/page.ts";

export const checkout = new Hono<AppEnv>().get("/:intentID", limited, async (c) => {
  const { intent, shop } = await readIntent(c, true);
  const { config, clock } = c.get("deps");
  const view = presentPublicView(intent, shop, config);
  const prefix = codePrefix(config);
  const code = prefix && view.qr_code_url ? qrPngDataUri(prefix + intent.id) : view.qr_code_url;
  // A receipt that its customer has shared does not lead into the customer's order.
  const returnUrl = c.req.query("receipt") === undefined ? intent.returnUrl : null;
  // Our wallet leads back here where the way goes on from here, and not to the code of a till.
  const leadsOn = returnUrl !== null && config.walletAppUrl === null;
  const wallet = walletUrl(config, intent.id) + (leadsOn ? "&back" : "");
  const ways = code === null ? null : { code, isLink: prefix !== "", walletUrl: wallet };
  const deps = c.get("deps");
  const isLanguageOpen = askedLanguageOf(c) === null;
  const [found, shopLanguage] = await Promise.all([
    findReceipt(deps, intent),
    isLanguageOpen ? findShopLanguage(deps, intent.merchantId) : null,
  ]);
  const receipt = found && presentReceipt(found, config.publicUrl);
  return showPage(
    c,
    livePagePolicy(config.publicUrl),
    (language) => checkoutPage({ intent: view, language, now: clock(), returnUrl, ways, receipt }),
    200,
    shopLanguage !== null && isLanguage(shopLanguage) ? shopLanguage : "en",
  );
});

/** For a page on which it is paid: what it shows before has none of it. */
checkout.get("/:intentID/receipt", limited, async (c) => {
  const { intent } = await readIntent(c);
  const deps = c.get("deps");
  const found = await findReceipt(deps, intent);
  if (found === null) throw refusalError("not_found");
  return respondUndocumented(c, { receipt: presentReceipt(found, deps.config.publicUrl) });
});

/** A person sees a page, whatever fails. Status, headers and the line in the log are those of the API. */
checkout.onError(async (error, c) => {
  const { status, headers } = await onError(error, c);
  const retryAfter = headers.get("Retry-After");
  if (retryAfter !== null) c.header("Retry-After", retryAfter);
  const policy = livePagePolicy(c.get("deps").config.publicUrl);
  return showPage(c, policy, (language) => problemPage(problemOf(status), language), status as 404);
});

function problemOf(status: number): Problem {
  if (status === 404) return "notFound";
  return status === 429 ? "busy" : "failed";
}
