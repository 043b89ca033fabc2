// What a merchant says of its shop: for receipts, and as the default of its pages.
import { describe, expect } from "vitest";
import { call } from "../../support/api.ts";
import { expectInvalid } from "../../support/error-responses.ts";
import { uniqueEmail } from "../../support/identity-provider-users.ts";
import { it } from "../../support/it.ts";
import { makeMerchantWithUser, takeUserToken } from "../../support/logins.ts";
import { NO_PROFILE } from "../../support/logos.ts";
import type { TestMerchant } from "../../support/parties.ts";
import { MERCHANT_API } from "../../support/paths.ts";
import { pull } from "../../support/stops.ts";

const SETTINGS = `${MERCHANT_API}/settings`;
const NOTHING = { time_zone: "UTC", return_schemes: [], ...NO_PROFILE };
const PROFILE = {
  address: "12 Market Street\nBerlin",
  vat_id: "DE 123.456-789",
  receipt_footer: "Thank you, and see you soon.",
  currency: "CHF",
  language: "de",
};

const put = ({ token }: { token: string }, json: unknown) => call("PUT", SETTINGS, { token, json });
const read = async ({ token }: { token: string }) => (await call("GET", SETTINGS, { token })).body.settings;

async function detailsOf({ token }: TestMerchant): Promise<string[]> {
  const trail = await call("GET", `${MERCHANT_API}/audit-trail?action=settings.changed`, { token });
  return trail.body.entries.map(({ details }: { details: string }) => details);
}

describe("PUT /settings", () => {
  it("keeps what is said of the shop, changes only what is given, and forgets what is null", async ({
    merchant,
  }) => {
    const all = await put(merchant, PROFILE);
    expect([all.status, all.body]).toEqual([200, { success: true, settings: { ...NOTHING, ...PROFILE } }]);
    expect(await read(merchant)).toEqual(all.body.settings);
    const { body } = await put(merchant, { currency: "jpy", time_zone: "Asia/Tokyo", vat_id: null });
    const settings = { ...NOTHING, ...PROFILE, currency: "JPY", time_zone: "Asia/Tokyo", vat_id: null };
    expect(body.settings).toEqual(settings);
    await put(merchant, { address: "  ", receipt_footer: "", language: null, currency: null });
    expect(await read(merchant)).toEqual({ ...NOTHING, time_zone: "Asia/Tokyo" });
    expect(await detailsOf(merchant)).toEqual([
      "address currency language receipt_footer",
      "time_zone Asia/Tokyo",
      "currency vat_id",
      "address currency language vat_id receipt_footer",
    ]);
  });

  it("has links of its users' passwords in its language", async () => {
    const merchant = await makeMerchantWithUser();
    await put(merchant, { language: "ja" });
    const json = { email: uniqueEmail(), role: "staff" };
    const invited = await call("POST", `${MERCHANT_API}/users`, {
      token: await takeUserToken(merchant.email),
      json,
    });
    const repeated = await pull(merchant.id, "setup-link");
    for (const { body } of [invited, repeated]) expect(body.setup_url).toContain("?ui_locales=ja#key=");
  });

  it("removes white space around a text", async ({ merchant }) => {
    const { body } = await put(merchant, {
      address: " 1 Quay \n",
      vat_id: " CHE-1 ",
      receipt_footer: "\tBye ",
    });
    expect(body.settings).toMatchObject({ address: "1 Quay", vat_id: "CHE-1", receipt_footer: "Bye" });
  });

  it("takes a text at its limit", async ({ merchant }) => {
    const limits = { address: "ä".repeat(300), receipt_footer: "1\n2\n3\n4\n5\n6", vat_id: "A".repeat(30) };
    expect((await put(merchant, limits)).body.settings).toMatchObject(limits);
  });

  it.for<[field: string, value: unknown]>([
    ["address", "x".repeat(301)],
    ["address", "1\n2\n3\n4\n5\n6\n7"],
    ["address", "a\u0000b"],
    ["address", "a\u001bb"],
    ["address", "a\u202eb"],
    ["address", "a\ud800"],
    ["address", 1],
    ["receipt_footer", "x".repeat(301)],
    ["receipt_footer", "a\u007f"],
    ["vat_id", "A".repeat(31)],
    ["vat_id", "DE123\n" + "4"],
    ["vat_id", "<b>"],
    ["vat_id", "-1"],
    ["currency", "XXX"],
    ["currency", "€"],
    ["currency", ""],
    ["language", "it"],
    ["language", "DE"],
  ])("refuses %j", async ([field, value], { merchant }) => {
    expectInvalid(await put(merchant, { [field]: value, time_zone: "Asia/Tokyo" }), field);
    expect(await read(merchant)).toEqual(NOTHING);
  });

  it("leaves the API's own currency as it is", async ({ merchant }) => {
    await put(merchant, { currency: "CHF" });
    const { token } = merchant;
    const made = await call("POST", `${MERCHANT_API}/payment-intents`, { token, json: { amount: 1 } });
    expect(made.body.payment_intent).toMatchObject({ currency: "USD" });
  });
});
