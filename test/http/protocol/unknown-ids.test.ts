import { describe, expect } from "vitest";
import { adminToken } from "../../support/api.ts";
import { DESK_API, deskCookieOf, openDesk } from "../../support/desks.ts";
import { makeIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { makeWallet } from "../../support/parties.ts";
import { INTENTS, MERCHANT_API, WALLET_API } from "../../support/paths.ts";
import { bearer, limiterOf, startService } from "../../support/rate-limits.ts";
import { makeTill, SAME_ORIGIN, tillCookieOf } from "../../support/sessions.ts";

const MAX = 3;
const unknown = (path: string) => `${path}/${crypto.randomUUID()}`;
const PAY = `${WALLET_API}/payment-intents`;

const askerFor = (caller: { token: string }) => askerWith(bearer(caller));

function askerWith(headers: Record<string, string>) {
  const send = startService({ LIMIT_UNKNOWN_IDS: limiterOf(MAX) });
  return async (method: string, path: string) => (await send(path, { method, headers })).status;
}

describe("ids that do not exist", () => {
  it("count against a merchant's client, which can still read what there is", async ({ merchant }) => {
    const { id } = await makeIntent(merchant);
    const ask = askerFor(merchant);
    const statuses: number[] = [];
    for (const path of [INTENTS, INTENTS, `${MERCHANT_API}/counters`, INTENTS])
      statuses.push(await ask("GET", path === INTENTS ? unknown(path) : `${unknown(path)}/tills`));
    expect(statuses).toEqual([404, 404, 404, 429]);
    expect(await ask("POST", `${unknown(INTENTS)}/cancel`)).toBe(429);
    for (let read = 0; read < 2; read++) expect(await ask("GET", `${INTENTS}/${id}`)).toBe(200);
  });

  it("count once a minute for whoever polls one", async ({ merchant }) => {
    const ask = askerFor(merchant);
    const polled = unknown(INTENTS);
    for (let read = 0; read <= MAX; read++) expect(await ask("GET", polled)).toBe(404);
    expect(await ask("GET", unknown(INTENTS))).toBe(404);
  });

  it("count against an administrator", async () => {
    const ask = askerFor({ token: await adminToken() });
    const tablets = () => `${unknown(`${MERCHANT_API}/admin/desks`)}/tablets`;
    for (let read = 0; read < MAX; read++) expect(await ask("GET", tablets())).toBe(404);
    expect(await ask("GET", tablets())).toBe(429);
  });

  it("count against a till and a desk", async () => {
    const [till, desk] = [await makeTill(), await openDesk()];
    for (const { headers, path } of [
      { headers: tillCookieOf(till.secret), path: INTENTS },
      { headers: deskCookieOf(desk.secret), path: `${DESK_API}/movements` },
    ]) {
      const ask = askerWith({ ...headers, ...SAME_ORIGIN });
      for (let read = 0; read < MAX; read++) expect(await ask("GET", unknown(path))).toBe(404);
      expect(await ask("GET", unknown(path))).toBe(429);
    }
  });

  it("keep a customer who has named too many from all others, and no other customer", async ({
    merchant,
  }) => {
    const { id } = await makeIntent(merchant, { amount: 1 });
    const [wallet, other] = [await makeWallet(), await makeWallet()];
    const send = startService({ LIMIT_UNKNOWN_IDS: limiterOf(MAX) });
    const confirm = async ({ token }: { token: string }, path: string) =>
      (await send(`${path}/confirm`, { method: "POST", headers: bearer({ token }) })).status;
    for (let asked = 0; asked < MAX; asked++) expect(await confirm(wallet, unknown(PAY))).toBe(404);
    expect(await confirm(wallet, unknown(PAY))).toBe(429);
    expect(await confirm(wallet, `${PAY}/${id}`)).toBe(429);
    expect(await confirm(other, `${PAY}/${id}`)).toBe(200);
  });
});
