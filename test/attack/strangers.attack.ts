// What costs the service most when it is asked for without end: its health, ids that do not exist, and wallets of the sandbox.
import { describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { makeIntent } from "../support/intents.ts";
import { makeMerchant, makeWallet } from "../support/parties.ts";
import { INTENTS, WALLET_API } from "../support/paths.ts";
import { callUnchecked, ONE_TAP, SAME_ORIGIN } from "../support/sessions.ts";
import { flood, waitForTime } from "./flood.ts";

/** LIMIT_UNKNOWN_IDS */
const UNKNOWN_MAX = 60;

/** LIMIT_STRANGERS */
const STRANGERS_MAX = 300;

const countOf = (statuses: readonly number[], status: number) =>
  statuses.filter((each) => each === status).length;

describe("somebody who asks without end", () => {
  it("for ids that do not exist is refused, with a token as well, and keeps nobody else out", async () => {
    const [merchant, customer] = [await makeMerchant(), await makeWallet()];
    const { id } = await makeIntent(merchant, { amount: 1 });
    await waitForTime();
    for (const { token, path } of [
      { token: merchant.token, path: INTENTS },
      { token: customer.token, path: `${WALLET_API}/payment-intents` },
    ]) {
      const statuses = await flood(UNKNOWN_MAX + 20, () =>
        call("GET", `${path}/${crypto.randomUUID()}`, { token }),
      );
      expect(countOf(statuses, 404)).toBeLessThanOrEqual(UNKNOWN_MAX);
      expect(countOf(statuses, 429)).toBeGreaterThan(0);
    }
    expect((await call("GET", `${INTENTS}/${id}`, { token: merchant.token })).status).toBe(200);
    const other = await makeWallet();
    const path = `${WALLET_API}/payment-intents/${id}`;
    expect((await call("GET", path, { token: other.token })).status).toBe(200);
  });

  it("for wallets of the sandbox is refused, from however many addresses", async () => {
    await waitForTime();
    const statuses = await flood(STRANGERS_MAX + 20, () => callUnchecked("POST", ONE_TAP, SAME_ORIGIN, {}));
    expect(countOf(statuses, 201)).toBeLessThanOrEqual(STRANGERS_MAX);
    expect(countOf(statuses, 429)).toBeGreaterThan(0);
  });

  it("for its health gets it", async () => {
    const statuses = await flood(200, () => call("GET", "/health"));
    expect(countOf(statuses, 200)).toBe(200);
  });
});
