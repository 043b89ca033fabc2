import { expect } from "vitest";
import { startMovement } from "#parts/desk/services/movements.ts";
import { call } from "../../../support/api.ts";
import { openDesk, requestPayOut } from "../../../support/desks.ts";
import { useMutedLog } from "../../../support/faults.ts";
import { it } from "../../../support/it.ts";
import { WALLET_API } from "../../../support/paths.ts";
import { useQueues } from "../../../support/queues.ts";
import { okValue } from "../../../support/result.ts";
import { sharedRows } from "../../../support/rows.ts";
import { ACTOR } from "../../../support/seeds.ts";
import { aDraft, UNKNOWN, withLedger } from "../movements.ts";

useQueues();
useMutedLog();

it("a customer's stop rejects the pay-out that waits, and finishes the top-up that is under way", async ({
  wallet,
}) => {
  const { secret } = await openDesk();
  const payOut = (await requestPayOut(secret, wallet, 5)).body.movement.id;
  const begun = withLedger(UNKNOWN).deps;
  const topUp = okValue(await startMovement(begun, ACTOR, aDraft({ accountId: wallet.id })));

  await call("POST", `${WALLET_API}/sessions/stop`, { token: wallet.token });

  const movementOf = (id: string) => sharedRows.value(`SELECT status FROM movements WHERE id = '${id}'`);
  expect([await movementOf(payOut), await movementOf(topUp.id)]).toEqual(["rejected", "processing"]);
});
