import { eq } from "drizzle-orm";
import { v7 as newId } from "uuid";
import { expect, it } from "vitest";
import { lastScanTokens } from "#core/db/schema/wallet.ts";
import { scanCustomerCode } from "#core/services/wallet/scan-payment.ts";
import { findDesk } from "#parts/desk/db/desks.ts";
import { payOut } from "#parts/desk/services/desk-movements.ts";
import { SECOND } from "../../../support/clock.ts";
import { makeDesk } from "../../../support/desks.ts";
import { mintScanToken } from "../../../support/scan-tokens.ts";
import { db } from "../../../support/seeds.ts";
import { setUpScan, switchedAt } from "../../../support/switched-cells.ts";

it.for([
  [-1, "merchant"],
  [-1, "desk"],
  [0, "merchant"],
  [0, "desk"],
] as const)(
  "a token that was made %i ms after cells began is used by one %s alone",
  async ([afterMs, user]) => {
    const [one, other, { id }] = [await setUpScan(), await setUpScan(), await makeDesk()];
    const desk = await findDesk(db, id);
    if (desk === null) throw new Error("no desk");
    const since = Date.now() - SECOND;
    const after = switchedAt(since);
    const scanToken = await mintScanToken(one.walletId, {
      claims: { jti: newId({ msecs: since + afterMs }) },
    });
    const scan = ({ caller, input }: typeof one) =>
      scanCustomerCode(after, caller, { ...input, scanCode: scanToken }, null);
    const ask = (idempotencyKey: string) =>
      payOut(after, { ...one.customer, desk }, { amountMinor: 5, scanToken, idempotencyKey });
    const uses = [() => scan(one), () => scan(other), () => ask("key-1"), () => ask("key-2")];
    const use = uses.splice(user === "desk" ? 2 : 0, 1)[0];
    expect(await use?.()).toMatchObject({ ok: true });
    for (const each of uses) expect(await each()).toMatchObject({ error: "scan_token_used" });
    expect(await use?.()).toMatchObject({ ok: true });
    const isOfWallet = eq(lastScanTokens.walletId, one.walletId);
    expect(await db.$count(lastScanTokens, isOfWallet)).toBe(afterMs < 0 ? 1 : 0);
  },
);
