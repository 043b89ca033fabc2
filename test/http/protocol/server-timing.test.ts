// The calls that a request makes, in the Server-Timing of its response.
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect } from "vitest";
import { completeResponse } from "#core/http/response-headers.ts";
import liveWorker from "#index.ts";
import { type ApiResponse, call } from "../../support/api.ts";
import { listIntents, readIntent, readPublicIntent } from "../../support/intent-reads.ts";
import { confirm } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { LIVE_VARIABLES } from "../../support/live-variables.ts";
import { INTENTS, MERCHANT_API } from "../../support/paths.ts";
import { countTrips } from "../../support/trips.ts";

const MS = /;dur=\d+\.\d/g;

const timingOf = ({ headers }: Pick<ApiResponse, "headers">) =>
  headers.get("Server-Timing")?.replaceAll(MS, "") ?? null;

describe("Server-Timing", () => {
  it("has the calls of D1, the object and the ledger, the object's own among them, and not those of a ledger in the process", async ({
    merchant,
    wallet,
    intent,
  }) => {
    await listIntents(merchant);
    const { trips, response } = await countTrips(() => confirm(wallet, intent.id));
    expect(timingOf(response)?.split(", ").sort()).toEqual([
      `d1;desc="${trips.calls - 1} calls"`,
      'ledger;desc="1 call"',
      'object;desc="1 call"',
    ]);
    expect(response.headers.get("Server-Timing")?.match(MS)).toHaveLength(3);
    expect(timingOf(await readIntent(merchant, intent.id))).toBe('object;desc="1 call"');
  });

  it("is each request's own", async ({ merchant }) => {
    const list = () => call("GET", INTENTS, { token: merchant.token });
    const alone = timingOf(await list());
    const together = await Promise.all(Array.from({ length: 5 }, list));
    expect(alone).toMatch(/^d1;desc="[12] calls?"$/);
    expect(together.map(timingOf)).toEqual(Array(5).fill(alone));
  });

  it("is on responses to strangers in the sandbox, and not in live", async ({ intent }) => {
    const path = `${MERCHANT_API}/public/payment-intents/${intent.id}`;
    expect(timingOf(await readPublicIntent(intent.id))).toContain('object;desc="1 call"');
    const live = { ...env, ...LIVE_VARIABLES } as Env;
    const request = new Request(LIVE_VARIABLES.PUBLIC_URL + path);
    const response = await liveWorker.fetch(request, live, createExecutionContext());
    expect([response.status, timingOf(response)]).toEqual([200, null]);
  });

  it.each([
    [{ clientId: "shop" }, 'd1;desc="2 calls"'],
    [undefined, null],
  ])("is in live for who has signed in: %o", (identity, shown) => {
    const timing = { d1: { calls: 2, ms: 1.25 } };
    const values = { identity, timing, requestId: "1", deps: { config: { environment: "live" } } };
    const context = { get: (name: keyof typeof values) => values[name], set: () => {} };
    expect(timingOf(completeResponse(context as never, null, 204, {}))).toBe(shown);
  });
});
