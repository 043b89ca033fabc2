// A clerk at a cash desk asks who the customers of other merchants are, by the wallet ids that every merchant sees.
import { describe, expect, it } from "vitest";
import { callAsDesk, DESK_API, openDesk } from "../support/desks.ts";
import { makeWallet } from "../support/parties.ts";
import { flood, waitForTime } from "./flood.ts";

/** LIMIT_DESK_CUSTOMERS */
const LOOKED_UP_MAX = 30;

describe("a desk that looks up strangers", () => {
  it("gets 30 responses a minute at most, and no whole name", async () => {
    const { secret } = await openDesk();
    const { id: code } = await makeWallet();
    await waitForTime();
    const names = new Set<string | null>();
    const statuses = await flood(2 * LOOKED_UP_MAX, async () => {
      const response = await callAsDesk(secret, "POST", `${DESK_API}/customers`, { json: { code } });
      if (response.status === 200) names.add(response.body.customer.name);
      return response;
    });
    expect(statuses.filter((status) => status === 200)).toHaveLength(LOOKED_UP_MAX);
    expect([...names].filter((name) => name?.includes("@") && !name.includes("…"))).toEqual([]);
  });
});
