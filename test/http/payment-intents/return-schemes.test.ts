// An app of the shop's may be where the customer returns to, once an owner has listed its scheme.
import { describe, expect } from "vitest";
import { call } from "../../support/api.ts";
import { SCAN } from "../../support/approvals.ts";
import { makeCounter } from "../../support/counters.ts";
import { expectInvalid } from "../../support/error-responses.ts";
import { createWithKey, expectNew, expectReplay, expectReused, newKey } from "../../support/idempotency.ts";
import { makeIntent, postIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { NO_PROFILE } from "../../support/logos.ts";
import { ownerOf } from "../../support/merchant-users.ts";
import { makeMerchant, type TestMerchant } from "../../support/parties.ts";
import { MERCHANT_API } from "../../support/paths.ts";

const SETTINGS = `${MERCHANT_API}/settings`;
const SHOP = "com.example.shop";
const UNLISTED = "must be https, or have a scheme that an owner of the merchant has listed";
const SCHEMES = "must be schemes in lower case with a dot, without a colon, such as com.example.shop";

async function list(merchant: TestMerchant, return_schemes: unknown) {
  const { token } = await ownerOf(merchant);
  return await call("PUT", `${SETTINGS}/return-schemes`, { token, json: { return_schemes } });
}

describe("PUT /settings/return-schemes", () => {
  it("replaces the list, which the settings show and the trail records", async ({ merchant }) => {
    const { status, body } = await list(merchant, ["com.example.old"]);
    const settings = { time_zone: "UTC", return_schemes: ["com.example.old"], ...NO_PROFILE };
    expect([status, body]).toEqual([200, { success: true, settings }]);
    await list(merchant, [SHOP, "org.example.a+b-1", SHOP]);
    const { token } = merchant;
    expect((await call("GET", SETTINGS, { token })).body.settings).toEqual({
      time_zone: "UTC",
      return_schemes: [SHOP, "org.example.a+b-1"],
      ...NO_PROFILE,
    });
    await list(merchant, []);
    const trail = await call("GET", `${MERCHANT_API}/audit-trail?action=settings.changed`, { token });
    expect(trail.body.entries.map(({ details }: { details: string }) => details)).toEqual([
      "return_schemes none",
      `return_schemes ${SHOP} org.example.a+b-1`,
      "return_schemes com.example.old",
    ]);
  });

  it.for([
    ..."javascript data file vbscript blob about http https ws ftp mailto tel sms intent view-source".split(
      " ",
    ),
    ...["Com.example.shop", ".com", "com.", "com..shop", "1.com", "com.example.shop:", "com.example/shop"],
    ...["javascript:alert(1)//.x", " com.example", "com.example\n", "com.exämple", "com.example.x;y"],
    `com.${"x".repeat(61)}`,
  ])("refuses %j", async (scheme, { merchant }) => {
    expectInvalid(await list(merchant, ["com.example.other", scheme]), "return_schemes", SCHEMES);
    expect((await call("GET", SETTINGS, merchant)).body.settings.return_schemes).toEqual([]);
  });

  it("takes a list of at most ten texts", async ({ merchant }) => {
    const many = (length: number) => Array.from({ length }, (_, number) => `com.example.app${number}`);
    expect((await list(merchant, many(10))).status).toBe(200);
    expectInvalid(await list(merchant, many(11)), "return_schemes");
    for (const wrong of [undefined, null, SHOP, {}])
      expectInvalid(await list(merchant, wrong), "return_schemes");
    expectInvalid(await list(merchant, [1]), "return_schemes.0");
  });
});

describe("return_url with the scheme of an app", () => {
  it("is taken once the scheme is listed, of this merchant alone", async ({ merchant }) => {
    const return_url = `${SHOP}:/orders/1?paid=maybe&by='a'`;
    await list(await makeMerchant(), [SHOP]);
    expectInvalid(await postIntent(merchant, { amount: 1, return_url }), "return_url", UNLISTED);
    await list(merchant, ["com.example.other", SHOP]);
    expect(await makeIntent(merchant, { return_url })).toMatchObject({ return_url });
  });

  it("is taken by a scan as well", async ({ merchant, wallet }) => {
    const { id: counter_id } = await makeCounter(merchant);
    const json = { amount: 1, scan_token: wallet.id, counter_id, return_url: `${SHOP}://paid` };
    const scan = () => call("POST", SCAN, { token: merchant.token, json });
    expectInvalid(await scan(), "return_url", UNLISTED);
    await list(merchant, [SHOP]);
    expect((await scan()).body.payment_intent.return_url).toBe(`${SHOP}://paid`);
  });

  it("stays with what was made when the scheme is listed no more", async ({ merchant }) => {
    const [key, body] = [newKey(), { amount: 1, return_url: `${SHOP}:/1` }];
    await list(merchant, [SHOP]);
    const made = await createWithKey(key, merchant, body);
    const id = expectNew(made);
    await list(merchant, []);
    expectReplay(await createWithKey(key, merchant, body), made.body.payment_intent);
    expectReused(await createWithKey(key, merchant, { ...body, return_url: `${SHOP}:/2` }), id, [
      "return_url",
    ]);
    expectInvalid(await createWithKey(newKey(), merchant, body), "return_url", UNLISTED);
  });

  it.for([
    ...["javascript:alert(1)", "JavaScript:alert(1)", "java\nscript:alert(1)", "\u0001javascript:alert(1)"],
    ...["data:text/html,<script>1</script>", "file:///etc/passwd", "vbscript:x", "blob:https://a.test/1"],
    ...["intent://x#Intent;end", "myapp://paid", `view-source:${SHOP}:/`],
    ...[
      `${SHOP}`,
      `${SHOP}/paid`,
      ` ${SHOP}:/`,
      `${SHOP.toUpperCase()}:/`,
      `${SHOP}.evil:/`,
      "com.example:/",
    ],
    ...[`x${SHOP}:/`, `${SHOP}:/"><script>1</script>`, `${SHOP}:/a b`, `${SHOP}:/a\\b`, `${SHOP}:/\n`],
    ...[`${SHOP}:/\u202egpj`, `${SHOP}:/ä`, `${SHOP}://user:secret@host/`, `${SHOP}:/\`x\``, `${SHOP}:/{x}`],
    `${SHOP}:/${"x".repeat(2048)}`,
  ])("refuses %j, though an app's scheme is listed", async (return_url, { merchant }) => {
    await list(merchant, [SHOP]);
    expectInvalid(await postIntent(merchant, { amount: 1, return_url }), "return_url");
  });
});
