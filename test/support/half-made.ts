// What is left when an identity provider has failed: sweeps until nothing is, and who has access then.
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { renewCopies } from "#core/db/merchants/account-copies.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { sweepProviderTasks } from "#core/services/identity-provider/provider-tasks.ts";
import { MINUTE, moveClock } from "./clock.ts";
import { expectFailure } from "./error-responses.ts";
import { readStoredUser } from "./identity-provider-users.ts";
import { postIntent } from "./intents.ts";
import { makeMerchant } from "./parties.ts";
import { external, healthy } from "./provider-faults.ts";
import { sharedRows } from "./rows.ts";
import { deps } from "./seeds.ts";
import { openUser } from "./sessions.ts";
import { merchantToken } from "./tokens.ts";

/** Sweeps until nothing can be open any more. */
export async function sweepUntilSettled(dependencies: Dependencies = healthy): Promise<void> {
  for (const minutes of [2, 2, 4, 8, 16]) await sweepAfter(minutes, dependencies);
}

/** Sweeps with an external provider; what was late arrives after the first sweep. */
export async function sweepAroundLateCall(arrive = async () => {}): Promise<void> {
  await sweepAfter(2, external(healthy));
  await arrive();
  await sweepUntilSettled(external(healthy));
}

export async function sweepAfter(minutes: number, dependencies: Dependencies = healthy): Promise<void> {
  moveClock(minutes * MINUTE);
  await sweepProviderTasks(dependencies);
}

/** No task, and at the provider no client or user of a merchant or counter that does not exist. */
export async function expectNothingLeftOver(): Promise<void> {
  const { results } = await env.DB.prepare(
    `SELECT 'task ' || kind AS left_over FROM provider_tasks
     UNION ALL SELECT client_id FROM idp_clients
       WHERE client_id LIKE 'merchant-%' AND substr(client_id, 10) NOT IN (SELECT id FROM merchants)
     UNION ALL SELECT client_id FROM idp_clients
       WHERE client_id LIKE 'counter-%'
         AND substr(client_id, 9) NOT IN (SELECT id FROM counters WHERE status = 'active')
     UNION ALL SELECT email FROM idp_users
       WHERE attributes ->> '$.merchant_id[0]' NOT IN (SELECT id FROM merchants)`,
  ).all();
  expect(results).toEqual([]);
}

/** A merchant whose first user has a session. */
export async function makeSignedInMerchant() {
  const merchant = await makeMerchant();
  const userId = String((await readStoredUser(merchant.email)).id);
  const { session } = await openUser(merchant.id, userId);
  return { ...merchant, userId, sessionId: session.id };
}

export async function isClientEnabled(clientId: string): Promise<boolean> {
  return (await sharedRows.value("SELECT enabled FROM idp_clients WHERE client_id = ?", clientId)) === 1;
}

/** Once all copies of its account are renewed, by a route or the sweep. */
export async function isSuspended({ id }: { id: string }): Promise<boolean> {
  await renewCopies(deps.shards, id);
  const response = await postIntent({ token: await merchantToken(id) }, { amount: 1 });
  if (response.status === 201) return false;
  expectFailure(response, 403, "merchant_suspended", "Merchant is suspended");
  return true;
}
