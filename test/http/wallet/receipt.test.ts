// What the shop has on its receipts: for whoever has paid, and not before.
import { exports } from "cloudflare:workers";
import { describe, expect } from "vitest";
import { BASE_URL, call } from "../../support/api.ts";
import { makeCounter } from "../../support/counters.ts";
import { expectIntentNotFound } from "../../support/error-responses.ts";
import { confirm, makeIntent, refund } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { makeLogo, putLogo } from "../../support/logos.ts";
import { makeWallet, type TestMerchant } from "../../support/parties.ts";
import { MERCHANT_API, WALLET_API } from "../../support/paths.ts";

const TEXTS = { address: "12 Market Street\nBerlin", vat_id: "DE 123", receipt_footer: "See you <soon>" };

const put = ({ token }: TestMerchant, json: object) =>
  call("PUT", `${MERCHANT_API}/settings`, { token, json });
const readAs = ({ token }: { token: string }, id: string) =>
  call("GET", `${WALLET_API}/payment-intents/${id}/receipt`, { token });

async function openPage(id: string, accepted = "en") {
  const headers = { "Accept-Language": accepted };
  return await (await exports.default.fetch(`${BASE_URL}/pay/${id}`, { headers })).text();
}

async function readOfPage(id: string) {
  const response = await exports.default.fetch(`${BASE_URL}/pay/${id}/receipt`);
  const text = await response.text();
  return { status: response.status, body: response.ok ? JSON.parse(text) : null };
}

/** Sets all of it, and returns what receipts then have, and a payment at a counter. */
async function setUp(merchant: TestMerchant) {
  await put(merchant, { ...TEXTS, time_zone: "Europe/Berlin" });
  const { logo_url } = (await putLogo(merchant.token, makeLogo())).body.settings;
  const counter_name = "Terrace";
  const { id: counter_id } = await makeCounter(merchant, { name: counter_name });
  const receipt = { ...TEXTS, logo_url, time_zone: "Europe/Berlin", counter_name };
  return { receipt, id: (await makeIntent(merchant, { counter_id })).id };
}

describe("GET /wallet/api/v1/payment-intents/{intentID}/receipt", () => {
  it("is for the wallet that has paid, also after a refund", async ({ merchant, wallet }) => {
    const { receipt, id } = await setUp(merchant);
    expectIntentNotFound(await readAs(wallet, id));
    await confirm(wallet, id);
    const read = await readAs(wallet, id);
    expect([read.status, read.body]).toEqual([200, { success: true, receipt }]);
    expectIntentNotFound(await readAs(await makeWallet(), id));
    await refund(merchant, id);
    expect((await readAs(wallet, id)).body).toEqual(read.body);
  });
});

describe("the checkout", () => {
  it("has it once the payment is complete", async ({ merchant, wallet }) => {
    const { receipt, id } = await setUp(merchant);
    for (const text of ["Terrace", "Market", "DE 123", "See you"])
      expect(await openPage(id)).not.toContain(text);
    expect((await readOfPage(id)).status).toBe(404);
    await confirm(wallet, id);
    const page = await openPage(id);
    for (const text of ["Terrace", "12 Market Street\nBerlin", "DE 123", "See you &lt;soon&gt;"])
      expect(page).toContain(text);
    expect(await readOfPage(id)).toEqual({ status: 200, body: { success: true, receipt } });
  });

  it("shows the logo before", async ({ merchant }) => {
    const { receipt, id } = await setUp(merchant);
    expect(await openPage(id)).toContain(`<img class="logo" src="${receipt.logo_url}" alt="">`);
  });

  it("is in the shop's language where the customer's is none of ours", async ({ merchant }) => {
    const { id } = await makeIntent(merchant);
    const languageFor = async (accepted: string) =>
      /<html lang="(\w+)"/.exec(await openPage(id, accepted))?.[1];
    expect(await languageFor("it")).toBe("en");
    await put(merchant, { language: "de" });
    expect([await languageFor("it"), await languageFor("fr"), await languageFor("")]).toEqual([
      "de",
      "fr",
      "de",
    ]);
  });
});
