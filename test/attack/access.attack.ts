// Access that was stolen or taken away does not last: what a client secret can make, and what a removed owner leaves behind.
import { beforeAll, describe, expect, it } from "vitest";
import { call, fetchToken } from "../support/api.ts";
import { COUNTERS, makeCounter } from "../support/counters.ts";
import { atService } from "../support/identity-provider.ts";
import { uniqueEmail } from "../support/identity-provider-users.ts";
import { pull, reinstate, suspend } from "../support/levers.ts";
import { makeMerchantWithUser, PASSWORD, submitPassword, takeUserToken } from "../support/logins.ts";
import { createPairing, lookUp, makeTill, pair } from "../support/pairings.ts";
import type { TestMerchant } from "../support/parties.ts";
import { INTENTS, MERCHANT_API } from "../support/paths.ts";
import { callAs } from "../support/sessions.ts";
import { requestToken } from "../support/tokens.ts";

const USERS = `${MERCHANT_API}/users`;
const reason = "An attack";

let shop: TestMerchant;
let owner: string;
beforeAll(async () => {
  shop = await makeMerchantWithUser();
  owner = await takeUserToken(shop.email);
});

const invite = (token: string) =>
  call("POST", USERS, { token, json: { email: uniqueEmail(), role: "owner" } });

describe("a stolen client secret", () => {
  it("lets nobody in: it invites nobody, pairs no till and gets no new secret", async () => {
    const counter = await makeCounter(shop);
    const [{ id }] = (await call("GET", USERS, { token: owner })).body.users;
    for (const { token } of [shop, counter]) {
      const tried = [
        await call("GET", USERS, { token }),
        await invite(token),
        await call("PATCH", `${USERS}/${id}`, { token, json: { role: "staff" } }),
        await call("DELETE", `${USERS}/${id}`, { token }),
        await call("POST", `${COUNTERS}/${counter.id}/pairings`, { token }),
        await call("POST", `${MERCHANT_API}/credentials/rotate`, { token }),
      ];
      expect(tried.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    }
  });

  it("leaves nothing behind that a suspension and the administrator's list do not end", async () => {
    const since = new Date().toISOString();
    const counter = await makeCounter(shop);
    const webhook = { url: "https://thief.example.com/hook" };
    await call("PUT", `${MERCHANT_API}/webhook`, { token: shop.token, json: webhook });
    const till = await makeTill(shop, counter.id, owner);
    const { code } = await createPairing(shop, counter.id, owner);

    await suspend(shop);
    const { client_secret } = (await pull(shop.id, "rotate-credentials")).body;
    const { made_since: made } = (await pull(shop.id, "revoke-access", { since, dry_run: true })).body;
    expect(made.webhook_addresses.map(({ id }: { id: string }) => id)).toContain(shop.id);
    const counters = made.counters.map(({ id }: { id: string }) => id);
    await pull(shop.id, "revoke-access", { reason, counters, webhook_addresses: [shop.id] });
    await reinstate(shop);

    expect((await callAs(till.secret, "GET", INTENTS)).status).toBe(401);
    expect((await pair(code)).status).toBe(400);
    for (const { clientId, clientSecret } of [shop, counter])
      expect((await requestToken(clientId, clientSecret)).status).toBe(401);
    const token = await fetchToken(shop.clientId, client_secret);
    expect((await call("GET", `${MERCHANT_API}/webhook`, { token })).body.webhook.url).toBeNull();
  });
});

describe("an owner who is removed", () => {
  it("does not come back by a code made before, and leaves a list of tills", async () => {
    const first = await makeMerchantWithUser();
    const token = await takeUserToken(first.email);
    const counter = await makeCounter(first);
    const { user, setup_url } = (await invite(token)).body;
    expect((await submitPassword(atService, setup_url, PASSWORD)).status).toBe(200);
    const second = await takeUserToken(user.email);
    const till = await makeTill(first, counter.id, second);
    const { code } = await createPairing(first, counter.id, second);

    const removed = await call("DELETE", `${USERS}/${user.id}`, { token });

    expect(removed.body.tills).toMatchObject([{ id: till.id, paired_by: user.id }]);
    for (const response of [await lookUp(code), await pair(code)]) expect(response.status).toBe(400);
    expect((await call("GET", INTENTS, { token: second })).status).toBe(401);
  });
});
