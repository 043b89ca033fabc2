// test/setup.ts fails a test file whose log shows something of this. Here is what it finds.
import { describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { COUNTERS } from "../support/counters.ts";
import { faultsIn, watchedLines } from "../support/log-watch.ts";
import { makeMerchant } from "../support/parties.ts";

describe("the watch over the log of every test", () => {
  it.each([
    ["a token", "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln"],
    ["a webhook secret", "whsec_c2VjcmV0"],
    ["an Authorization header", "Bearer abcdefgh"],
    ["an email address", "owner@shop.test"],
    ["a key of a setup link", "https://payments.test/setup#key=abc"],
    ["an IP address of a caller", '{"address":"192.0.2.1"}'],
  ])("finds %s", (name, text) => {
    expect(faultsIn([`{"event":"x","error":"${text}"}`, text])).toContainEqual(expect.stringContaining(name));
  });

  it("finds the secrets of the requests and responses of this file", async () => {
    const { token } = await makeMerchant();
    const { body } = await call("POST", COUNTERS, { token, json: { name: "Till" } });
    const signature = token.split(".")[2];
    for (const text of [body.client_secret, signature])
      expect(faultsIn([`{"error":"${text}"}`])).toHaveLength(1);
  });

  it("reads what the service logs", async () => {
    const { status } = await call("GET", "/nothing-here");
    expect(status).toBe(404);
    expect(watchedLines.some((line) => line.includes("request_failed"))).toBe(true);
    expect(faultsIn(watchedLines)).toEqual([]);
  });
});
