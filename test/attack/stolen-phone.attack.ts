// A thief has a customer's phone, unlocked, with all that it has stored. The customer stops the wallet from another one.
import { describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { makeApproval, SCAN, statusOf } from "../support/approvals.ts";
import { makeCounter } from "../support/counters.ts";
import { actOnPayOut, openDesk, postToDesk, requestPayOut } from "../support/desks.ts";
import { expectInvalid } from "../support/error-responses.ts";
import { makeIntent } from "../support/intents.ts";
import { makeMerchant, makeWallet } from "../support/parties.ts";
import { WALLET_API } from "../support/paths.ts";
import { showCode } from "../support/scan-tokens.ts";

describe("the thief of a phone", () => {
  it("can do nothing with a wallet that is stopped", async () => {
    const [merchant, wallet] = [await makeMerchant(), await makeWallet()];
    const { token } = wallet;
    const [open, waiting] = [await makeIntent(merchant), await makeApproval(merchant, wallet)];
    const { secret } = await openDesk();
    const payOut = (await requestPayOut(secret, wallet, 5)).body.movement.id;
    const { code: scan_token } = await showCode(wallet);
    const counter_id = (await makeCounter(merchant)).id;

    expect((await call("POST", `${WALLET_API}/sessions/stop`, { token })).status).toBe(200);

    const intents = `${WALLET_API}/payment-intents`;
    const tries = [
      ["POST", `${intents}/${open.id}/confirm`],
      ["POST", `${intents}/${waiting.id}/approve`],
      ["GET", `${WALLET_API}/wallet`],
      ["GET", `${WALLET_API}/approvals`],
      ["GET", `${WALLET_API}/transactions`],
      ["GET", `${WALLET_API}/export`],
      ["GET", `${WALLET_API}/name`],
      ["GET", `${WALLET_API}/sessions`],
      ["DELETE", `${WALLET_API}/sessions/${crypto.randomUUID()}`],
      ["GET", `${intents}/${open.id}/receipt`],
      ["POST", `${WALLET_API}/scan-token`],
      ["GET", `${WALLET_API}/push`],
      ["GET", `${WALLET_API}/live`],
      ["GET", `${WALLET_API}/blocked-merchants`],
      ["POST", `${WALLET_API}/sessions/stop`],
    ];
    for (const [method = "", path = ""] of tries) {
      const { status, body } = await call(method, path, { token });
      expect([path, status, body.code]).toEqual([path, 403, "wallet_stopped"]);
    }
    expect((await actOnPayOut(wallet, payOut, "approve")).body.code).toBe("wallet_stopped");
    const scanned = { scan_token, counter_id, amount: 1 };
    expectInvalid(await call("POST", SCAN, { token: merchant.token, json: scanned }), "scan_token");
    expectInvalid(await postToDesk(secret, "pay-outs", { scan_token, amount: 1 }), "scan_token");
    expectInvalid(await postToDesk(secret, "top-ups", { code: scan_token, amount: 1 }), "code");
    expect(await statusOf(merchant, open.id)).toBe("pending");
    expect(await statusOf(merchant, waiting.id)).toBe("cancelled");
  });
});
