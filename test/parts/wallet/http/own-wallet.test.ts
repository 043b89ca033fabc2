// What is left of the service's own wallet where the operator has a wallet app.

import { Hono } from "hono";
import { describe, expect } from "vitest";
import type { Config } from "#core/config.ts";
import type { AppEnv } from "#core/http/app-env.ts";
import { requireOwnWallet } from "#core/routes/pages/own-wallet.ts";
import { type ApiResponse, call } from "../../../support/api.ts";
import { approve, makeApproval, walletView } from "../../../support/approvals.ts";
import { expectIntentNotFound } from "../../../support/error-responses.ts";
import { muteLog } from "../../../support/faults.ts";
import { readIntent } from "../../../support/intent-reads.ts";
import { it } from "../../../support/it.ts";
import { makeWallet, type TestWallet } from "../../../support/parties.ts";
import { UNKNOWN_ID, WALLET_API } from "../../../support/paths.ts";
import { bearer, startService } from "../../../support/rate-limits.ts";

const WALLET_APP_URL = "https://bank.test/pay";
const PATHS = [
  "/wallet",
  "/wallet/",
  "/wallet/session",
  "/wallet/session/sign-in",
  "/wallet/service-worker.js",
];

/** Each path of it is there. */
function serve(path: string, walletAppUrl: string | null, accept = "*/*") {
  const app = new Hono<AppEnv>().use(async (c, next) => {
    c.set("deps", { config: { walletAppUrl } as Config } as never);
    await next();
  });
  app.use("/wallet/*", requireOwnWallet);
  app.get("/wallet/*", (c) => c.text("the wallet")).get("/wallet", (c) => c.text("the wallet"));
  return app.request(path, { headers: { Accept: accept } });
}

describe("WALLET_APP_URL", () => {
  it.each(PATHS)("leaves %s as it is when it is empty, and makes it 404 when it is set", async (path) => {
    expect(await (await serve(path, null)).text()).toBe("the wallet");
    const turnedOff = await serve(path, WALLET_APP_URL);
    expect(turnedOff.status).toBe(404);
    expect(await turnedOff.json()).toMatchObject({ success: false, code: "route_not_found" });
    const page = await serve(path, WALLET_APP_URL, "text/html");
    expect([page.status, page.headers.get("Content-Type")]).toEqual([404, "text/html; charset=UTF-8"]);
  });

  it("leaves the wallet's API and its session apart", async () => {
    muteLog();
    const send = await startService({ WALLET_APP_URL });
    const headers = bearer(await makeWallet());
    expect((await send("/wallet/api/v1/wallet", { headers })).status).toBe(200);
    for (const path of ["/wallet", "/wallet/session"]) expect((await send(path)).status).toBe(404);
  });
});

const readAs = ({ token }: TestWallet, id: string): Promise<ApiResponse> =>
  call("GET", `${WALLET_API}/payment-intents/${id}`, { token });

describe("GET /wallet/api/v1/payment-intents/{id}", () => {
  it("shows an intent that can be paid, by an id in either case", async ({ intent, wallet }) => {
    const expected = { success: true, payment_intent: walletView(intent) };
    for (const id of [intent.id, intent.id.toUpperCase()]) {
      const { status, body } = await readAs(wallet, id);
      expect([status, body]).toEqual([200, expected]);
    }
  });

  it("tells the wallet that has paid, and no other", async ({ merchant, wallet }) => {
    const { id } = await makeApproval(merchant, wallet);
    expect((await approve(wallet, id)).status).toBe(200);
    const { payment_intent: seen } = (await readIntent(merchant, id)).body;
    expect(seen.status).toBe("completed");
    const own = await readAs(wallet, id);
    expect(own.body.payment_intent).toEqual(walletView(seen, { completed_by: wallet.id }));
    expect((await readAs(await makeWallet(), id)).body.payment_intent).toEqual(walletView(seen));
  });

  it.for([UNKNOWN_ID, "x"])("returns 404 for %s", async (id, { wallet }) => {
    expectIntentNotFound(await readAs(wallet, id));
  });
});
