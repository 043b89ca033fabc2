// Strangers have read the number of a payment or a movement, which is printed on receipts. It is a name, and opens nothing.
import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { BASE_URL, call } from "../support/api.ts";
import { makeCounter } from "../support/counters.ts";
import { callAsDesk, DESK_API, openDesk, postToDesk } from "../support/desks.ts";
import { makeIntent } from "../support/intents.ts";
import { makeMerchant, makeWallet } from "../support/parties.ts";
import { INTENTS, MERCHANT_API, WALLET_API } from "../support/paths.ts";

const search = (number: string) => `?number=${encodeURIComponent(number)}`;

describe("who knows no more than a number", () => {
  it("finds no payment by it, nor by the beginning of an id", async () => {
    const [shop, stranger, wallet] = [await makeMerchant(), await makeMerchant(), await makeWallet()];
    const { id, number } = await makeIntent(shop);
    for (const query of [search(number), `?id_prefix=${id}`]) {
      const found = await call("GET", INTENTS + query, stranger);
      expect([found.status, found.body.payment_intents]).toEqual([200, []]);
    }
    expect((await call("GET", INTENTS + search(number), shop)).body.payment_intents).toMatchObject([{ id }]);
    const bare = encodeURIComponent(number.slice(1));
    const tries = [
      ["GET", `${INTENTS}/${bare}`, shop.token],
      ["GET", `${INTENTS}/${encodeURIComponent(number)}`, shop.token],
      ["GET", `${MERCHANT_API}/public/payment-intents/${bare}`, undefined],
      ["POST", `${WALLET_API}/payment-intents/${bare}/confirm`, wallet.token],
      ["GET", `${WALLET_API}/payment-intents/${bare}/receipt`, wallet.token],
    ] as const;
    for (const [method, path, token] of tries)
      expect([path, (await call(method, path, token === undefined ? {} : { token })).status]).toEqual([
        path,
        404,
      ]);
    const page = await exports.default.fetch(`${BASE_URL}/pay/${bare}`);
    expect([page.status, (await page.text()).includes(id)]).toEqual([404, false]);
  });

  it("finds no movement of another desk by it", async () => {
    const [own, other] = [await openDesk(), await openDesk()];
    const { id: wallet_id } = await makeWallet();
    const { movement } = (await postToDesk(own.secret, "top-ups", { wallet_id, amount: 5 })).body;
    const path = `${DESK_API}/movements${search(movement.number)}`;
    expect((await callAsDesk(own.secret, "GET", path)).body.movements).toMatchObject([{ id: movement.id }]);
    expect((await callAsDesk(other.secret, "GET", path)).body.movements).toEqual([]);
  });

  it("finds none of its shop's other counters, where a counter reads its own alone", async () => {
    const shop = await makeMerchant();
    const [counter, other] = [await makeCounter(shop, { reads_own_only: true }), await makeCounter(shop)];
    const { number } = await makeIntent({ ...shop, token: other.token });
    expect((await call("GET", INTENTS + search(number), counter)).body.payment_intents).toEqual([]);
  });
});
