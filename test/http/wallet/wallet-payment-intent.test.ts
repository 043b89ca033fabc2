import { describe, expect } from "vitest";
import { type ApiResponse, call } from "../../support/api.ts";
import { approve, makeApproval, walletView } from "../../support/approvals.ts";
import { expectIntentNotFound } from "../../support/error-responses.ts";
import { readIntent } from "../../support/intent-reads.ts";
import { it } from "../../support/it.ts";
import { makeWallet, type TestWallet } from "../../support/parties.ts";
import { UNKNOWN_ID, WALLET_API } from "../../support/paths.ts";

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

  it("shows a request for approval only to the wallet that it is sent to", async ({ merchant, wallet }) => {
    const request = await makeApproval(merchant, wallet);
    expect((await readAs(wallet, request.id)).body.payment_intent).toEqual(walletView(request));
    expectIntentNotFound(await readAs(await makeWallet(), request.id));
  });

  it.for([UNKNOWN_ID, "x"])("returns 404 for %s", async (id, { wallet }) => {
    expectIntentNotFound(await readAs(wallet, id));
  });
});
