// The page that a phone opens, as the service sends it.
import { exports } from "cloudflare:workers";
import { describe, expect } from "vitest";
import { BASE_URL } from "../../../support/api.ts";
import { it } from "../../../support/it.ts";
import { makeMerchant } from "../../../support/parties.ts";
import { UNKNOWN_ID } from "../../../support/paths.ts";
import { limiterOf, startService } from "../../../support/rate-limits.ts";
import { suspend } from "../../../support/stops.ts";
import { makeStickerCode, revokeStickerCode } from "../sticker-requests.ts";

async function open(id: string) {
  const response = await exports.default.fetch(`${BASE_URL}/s/${id}`, {
    headers: { "Accept-Language": "de" },
  });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

/** What the page's script reads. */
function stickerIn(html: string): unknown {
  const [, text = "null"] = /data-sticker="([^"]+)"/.exec(html) ?? [];
  const written = { "&quot;": '"', "&lt;": "<", "&gt;": ">", "&amp;": "&" };
  const plain = Object.entries(written).reduce((left, [code, sign]) => left.replaceAll(code, sign), text);
  return JSON.parse(plain);
}

const problemIn = (html: string) => /data-problem="(\w+)"/.exec(html)?.[1];

describe("GET /s/{stickerCodeID}", () => {
  it("has what the sticker asks for, whatever the names are, and runs nothing in the page itself", async () => {
    const merchant = await makeMerchant({ business_name: '<b>"Bean & Leaf"' });
    const { id, url } = await makeStickerCode(merchant, { amount: 4.5 });
    const { status, headers, html } = await open(id);
    expect([status, stickerIn(html)]).toMatchObject([
      200,
      { id, amount: "4.50", merchant_name: '<b>"Bean & Leaf"' },
    ]);
    expect(html).toContain(`data-url="${url}"`);
    expect(headers.get("Content-Security-Policy")).toContain("script-src 'self'");
    expect([html.includes('lang="de"'), html.includes("<b>")]).toEqual([true, false]);
  });

  it("says with its status and in its text why nobody can pay", async ({ merchant }) => {
    const pages = [await open(UNKNOWN_ID), await open("no-id")];
    const revoked = await makeStickerCode(merchant);
    await revokeStickerCode(merchant, revoked.id);
    pages.push(await open(revoked.id));
    const other = await makeStickerCode(merchant);
    await suspend(merchant);
    pages.push(await open(other.id));
    expect(pages.map(({ status, html }) => [status, problemIn(html), stickerIn(html)])).toEqual([
      [404, "sticker_code_not_found", null],
      [404, "sticker_code_not_found", null],
      [410, "sticker_code_revoked", null],
      [403, "merchant_suspended", null],
    ]);
  });

  it("counts ids that do not exist against the address that tries them", async () => {
    const send = startService({ LIMIT_UNKNOWN_IDS: limiterOf(3) });
    const responses = [];
    for (let tried = 0; tried < 5; tried++) {
      const id = crypto.randomUUID();
      responses.push(await send(`/s/${id}`, { headers: { "CF-Connecting-IP": "203.0.113.9" } }));
    }
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 429, 429]);
    const waits = responses.map(({ headers }) => headers.get("Retry-After") !== null);
    expect(waits).toEqual([false, false, false, true, true]);
  });
});
