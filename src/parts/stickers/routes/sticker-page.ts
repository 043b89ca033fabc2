// What a phone opens that has read a sticker, and what is printed. The page's script has the words, and begins to pay.
import { type Context, Hono } from "hono";
import { html } from "hono/html";
import type { AppEnv } from "#core/http/app-env.ts";
import { ApiError, onError } from "#core/http/errors.ts";
import { requireWithinLimit } from "#core/http/rate-limit.ts";
import { orThrow, refusalError } from "#core/http/refusals.ts";
import { addressKeyOf, pathId, publicActor } from "#core/http/request.ts";
import { showPage } from "#core/routes/pages/show-page.ts";
import { findPublicIntent } from "#core/services/payment-intents/public-payment-intent.ts";
import { frame } from "#pages/apps.ts";
import { languageLinks } from "#pages/language-links.ts";
import type { Html } from "#pages/layout.ts";
import { scriptPagePolicy } from "#pages/policy.ts";
import { readSticker, type Sticker } from "../services/stickers.ts";
import { presentSticker, stickerUrl } from "../wire/present-sticker.ts";

export const stickerPage = new Hono<AppEnv>().get("/:stickerCodeID", async (c) => {
  const sticker = presentSticker(await findSticker(c));
  const { walletAppUrl, publicUrl, environment } = c.get("deps").config;
  const url = stickerUrl(publicUrl, sticker.id);
  const where = html`data-url="${url}" data-wallet="${walletAppUrl}" data-environment="${environment}"`;
  return show(c, html`data-sticker="${JSON.stringify(sticker)}" ${where}`);
});

/** A person sees a page, whatever fails. Status, headers and the line in the log are those of the API. */
stickerPage.onError(async (error, c) => {
  const { status, headers } = await onError(error, c);
  const retryAfter = headers.get("Retry-After");
  if (retryAfter !== null) c.header("Retry-After", retryAfter);
  const problem = error instanceof ApiError ? error.code : "failed";
  return show(c, html`data-problem="${problem}"`, status as 404);
});

/** Ids that do not exist count against the address that names them. */
async function findSticker(c: Context<AppEnv>): Promise<Sticker> {
  const id = pathId(c, "stickerCodeID");
  await requireWithinLimit(c, "public_reads", `${addressKeyOf(c)} ${id}`);
  const { deps } = c.var;
  const found = await findPublicIntent(deps, publicActor(c), id, (known) => readSticker(deps, known));
  if (found.ok) return orThrow(found.value);
  throw refusalError(found.error === "not_found" ? "sticker_code_not_found" : found.error);
}

function show(c: Context<AppEnv>, attributes: Html, status: 200 | 404 = 200) {
  return showPage(
    c,
    scriptPagePolicy(),
    (language) =>
      frame(
        "stickers",
        { language, title: "…" },
        html`class="sheet" ${attributes}`,
        html`<footer class="foot">${languageLinks(language)}</footer>`,
      ),
    status,
  );
}
