// The page at which a customer pays, for people instead of programs: it is not part of the API.
import { Hono } from "hono";
import type { AppEnv } from "#core/http/app-env.ts";
import { onError } from "#core/http/errors.ts";
import { qrPngDataUri } from "#core/qr/png.ts";
import { showPage } from "#core/routes/pages/show-page.ts";
import { limited, readIntent } from "#core/routes/payment-intents/public.ts";
import { codePrefix, presentPublicView, walletUrl } from "#core/wire/payment-intents/present-intent.ts";
import type { Problem } from "#pages/messages/en.ts";
import { livePagePolicy } from "#pages/policy.ts";
import { checkoutPage, problemPage } from "../pages/page.ts";

export const checkout = new Hono<AppEnv>().get("/:intentID", limited, async (c) => {
  const { intent, shop } = await readIntent(c, true);
  const { config, clock } = c.get("deps");
  const view = presentPublicView(intent, shop, config);
  const prefix = codePrefix(config);
  const code = prefix && view.qr_code_url ? qrPngDataUri(prefix + intent.id) : view.qr_code_url;
  const ways =
    code === null ? null : { code, isLink: prefix !== "", walletUrl: walletUrl(config, intent.id) };
  // A receipt that its customer has shared does not lead into the customer's order.
  const returnUrl = c.req.query("receipt") === undefined ? intent.returnUrl : null;
  return showPage(c, livePagePolicy(config.publicUrl), (language) =>
    checkoutPage({ intent: view, language, now: clock(), returnUrl, ways }),
  );
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
