// What stays under a key, whoever comes first.
import { describe, expect, it } from "vitest";
import { createLedgerClient } from "#core/adapters/ledger.ts";
import { DependencyError } from "#core/domain/dependency-error.ts";
import { err, ok } from "#core/domain/result.ts";
import { auditAll } from "#core/ledger/audit.ts";
import { db, payment, returning, startLedger, TOKEN, TRANSFER } from "../support/embedded-ledger.ts";
import { useMutedLog } from "../support/faults.ts";

useMutedLog();

const voidKey = (ledger: ReturnType<typeof startLedger>, key: string, body: object) =>
  ledger.call("POST", `/v1/transactions/${key}/void`, body);

describe("two transfers at the same time under one key", () => {
  it("are one, and the other gets 409 if it is another request", async () => {
    const ledger = startLedger();
    const [wallet, merchant] = [await ledger.openWallet("900.00"), crypto.randomUUID()];
    for (let round = 0; round < 10; round++) {
      const key = crypto.randomUUID();
      // Neither is covered, or both are: a decline is as much a result as a payment.
      const [one, other] = round % 2 === 0 ? ["1.00", "2.00"] : ["1000.00", "2000.00"];
      const replies = await Promise.all([
        ledger.post(payment(wallet, merchant, one), key),
        ledger.post(payment(wallet, merchant, other), key),
      ]);
      expect(replies.map(({ status }) => status).sort()).toEqual([
        round % 2 === 0 ? 201 : 409,
        round % 2 === 0 ? 409 : 422,
      ]);
    }
  });
});

describe("POST /v1/transactions/{key}/void", () => {
  it("returns the transaction that came before, and 409 for another request", async () => {
    const ledger = startLedger();
    const [wallet, merchant] = [await ledger.openWallet("10.00"), crypto.randomUUID()];
    const paid = await ledger.post(payment(wallet, merchant, "1.00"), "void-2");
    expect(await voidKey(ledger, "void-2", payment(wallet, merchant, "1.00"))).toEqual({
      ...paid,
      status: 200,
    });
    expect((await voidKey(ledger, "void-2", payment(wallet, merchant, "2.00"))).status).toBe(409);
    expect((await voidKey(ledger, "void-3", { amount: "1.00" })).status).toBe(400);
    for (const key of ["k".repeat(256), "caf%C3%A9"])
      expect((await voidKey(ledger, key, payment(wallet, merchant, "1.00"))).status).toBe(400);
  });

  it("is one of two with a transfer at the same time: either moves money, or neither can any more", async () => {
    const ledger = startLedger();
    const [wallet, merchant] = [await ledger.openWallet("900.00"), crypto.randomUUID()];
    for (let round = 0; round < 20; round++) {
      const [key, request] = [crypto.randomUUID(), payment(wallet, merchant, "1.00")];
      const [posted, voided] = await Promise.all([ledger.post(request, key), voidKey(ledger, key, request)]);
      expect([posted.status, voided.body.status]).toEqual(
        posted.status === 201 ? [201, "completed"] : [422, "failed"],
      );
    }
  });
});

describe("a client that voids a key", () => {
  it("is told whether anything can still be executed under it", async () => {
    const { app, openWallet } = startLedger();
    const fetch = async (input: string, init?: RequestInit) => await app.request(input, init);
    const client = createLedgerClient({ fetch, baseUrl: "", tokens: [TOKEN] });
    const transfer = { ...TRANSFER, key: "void-4", fromAccountId: await openWallet("90.00") };
    expect(await client.voidKey(transfer)).toEqual(ok(true));
    expect(await client.transfer(transfer)).toEqual({ outcome: "declined", reason: "not_executed" });
    const paid = { ...transfer, key: "void-5" };
    await client.transfer(paid);
    expect(await client.voidKey(paid)).toEqual(ok(false));
    expect(await client.voidKey({ ...paid, amountMinor: 1 })).toEqual(ok(false));
    expect(await Array.fromAsync(auditAll(db))).toEqual([]);
  });

  it("is told of a ledger that cannot, and of no other response that it is one", async () => {
    for (const status of [404, 405])
      expect(await returning(status, {}).voidKey(TRANSFER)).toEqual(err("unsupported"));
    for (const status of [400, 422, 500, 503])
      await expect(returning(status, {}).voidKey(TRANSFER)).rejects.toThrow(DependencyError);
  });
});
