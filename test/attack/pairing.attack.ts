// Another website sends a browser, which is no till yet, to `/pos/pair` with a code of its own counter.
import { describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { COUNTERS, makeCounter } from "../support/counters.ts";
import { ownerOf } from "../support/merchant-users.ts";
import { createPairing, lookUp, pair } from "../support/pairings.ts";
import { makeMerchant } from "../support/parties.ts";
import { callUnchecked, SAME_ORIGIN } from "../support/sessions.ts";

const ELSEWHERE = { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.test" };

describe("a pairing link", () => {
  it("pairs nothing by being opened, nor for another website, and keeps its code for the click", async () => {
    const owner = await ownerOf(await makeMerchant());
    const counter = await makeCounter(owner);
    const tills = async () =>
      (await call("GET", `${COUNTERS}/${counter.id}/tills`, { token: owner.token })).body.tills;
    const { code } = await createPairing(owner, counter.id);

    for (let opened = 0; opened < 3; opened++) {
      const response = await lookUp(code);
      expect([response.status, response.headers.has("Set-Cookie")]).toEqual([200, false]);
    }
    for (const headers of [ELSEWHERE, { Origin: "https://evil.test" }, {}]) {
      expect((await lookUp(code, headers)).status).toBe(403);
      expect((await pair(code, { headers })).status).toBe(403);
    }
    expect(await tills()).toEqual([]);
    expect((await callUnchecked("GET", "/session", SAME_ORIGIN)).body.session).toBeNull();

    expect((await pair(code)).status).toBe(201);
    expect(await tills()).toHaveLength(1);
  });
});
