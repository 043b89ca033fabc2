// Strangers make as many merchants as they are given, and each of these makes all that it may. Needs a copy's rows, and a service
// that sends to loopback addresses.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { SIGN_UPS_MAX } from "#sandbox/domain/sign-ups.ts";
import { simulate } from "../support/approvals.ts";
import { postIntent, refund } from "../support/intents.ts";
import { sharedRows } from "../support/rows.ts";
import { makeSignedUp, signUp } from "../support/sign-ups.ts";
import { flood, waitForTime } from "./flood.ts";
import { randomAddress } from "./service/workers.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const A_MINUTE_MAX = 60;
const PLAYED = 3;
const ASKED_FOR = 70;

const startOfDay = () => Date.now() - (Date.now() % DAY_MS);
const countSince = async (since: number) =>
  (await sharedRows.value<number>("SELECT count(*) FROM sandbox_merchants WHERE signed_up_at >= ?", since)) ??
  0;

async function addRows(count: number, signedUpAt: number): Promise<void> {
  await sharedRows.run(
    "INSERT INTO sandbox_merchants SELECT 'row ' || ?2 || ' ' || value, NULL, ?2, 1e15 FROM json_each(?1)",
    JSON.stringify(Array.from({ length: count }, (_, index) => index)),
    signedUpAt,
  );
}

/** The codes of refusals, or 201, and how often each. One of 503 is an error to all other attacks. */
async function signUpTogether(count: number, addressOf = randomAddress): Promise<Record<string, number>> {
  const tries = Array.from({ length: count }, () => signUp(addressOf()));
  const codes = (await Promise.allSettled(tries)).map((tried) =>
    tried.status === "fulfilled"
      ? (tried.value.body.code ?? tried.value.status)
      : /"code":"(\w+)"/.exec(String(tried.reason))?.[1],
  );
  return Object.fromEntries([...Map.groupBy(codes, String)].map(([code, { length }]) => [code, length]));
}

it("strangers make 3 merchants a day from an address, 200 a day and 2,000 in all", async () => {
  const { ofAddress, ofDay, alive } = SIGN_UPS_MAX;
  expect([ofAddress, ofDay, alive]).toEqual([3, 200, 2_000]);
  const today = startOfDay();
  const address = randomAddress();
  expect(await signUpTogether(20, () => address)).toEqual({ 201: 3, too_many_sign_ups: 17 });
  await addRows(ofDay - 2 - (await countSince(today)), today);
  expect(await signUpTogether(20)).toEqual({ 201: 2, too_many_sign_ups_today: 18 });
  await sharedRows.run("DELETE FROM sandbox_merchants WHERE merchant_id LIKE 'row %'");
  await addRows(alive - 2 - (await countSince(0)), today - DAY_MS);
  expect(await signUpTogether(20)).toEqual({ 201: 2, sandbox_full: 18 });
  await sharedRows.run("DELETE FROM sandbox_merchants WHERE merchant_id LIKE 'row %'");
});

async function countRows(): Promise<number> {
  const tables = await sharedRows.all<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%cf_%' AND name NOT LIKE 'sqlite%'",
  );
  const counts = tables.map(({ name }) => sharedRows.value<number>(`SELECT count(*) FROM "${name}"`));
  return (await Promise.all(counts)).reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

// The ledger is in the same database: it has most of the 30 rows of an intent that is paid and refunded.
it("2,000 merchants make 10,000 rows, 4.2 million in a minute of sales, and are sent 60 webhooks each", {
  timeout: 240_000,
}, async () => {
  const paths: string[] = [];
  const receiver = createServer((request, response) => {
    paths.push(request.url ?? "");
    request.resume();
    response.writeHead(200).end();
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const { port } = receiver.address() as AddressInfo;
  const before = await countRows();
  const shops = await Promise.all(Array.from({ length: PLAYED }, makeSignedUp));
  const afterSignUps = await countRows();
  await waitForTime();
  const begun = Math.floor(Date.now() / MINUTE_MS);

  const made: { shop: (typeof shops)[number]; id: string }[] = [];
  const asked = await flood(PLAYED * ASKED_FOR, async (index) => {
    const shop = shops[index % PLAYED] ?? expect.fail();
    const callback_url = `http://127.0.0.1:${port}/${shop.id}`;
    const callback_events = ["payment.completed", "refund.pending", "refund.completed"];
    const response = await postIntent(shop, { amount: 1, callback_url, callback_events });
    if (response.status === 201) made.push({ shop, id: response.body.payment_intent.id });
    return response;
  });
  const intents = PLAYED * A_MINUTE_MAX;
  expect(asked.filter((status) => status === 201)).toHaveLength(intents);
  await flood(intents, async (index) => {
    const { shop, id } = made[index] ?? expect.fail();
    expect((await simulate(shop, id, "pay")).status).toBe(200);
    return await refund(shop, id);
  });
  const unsettled =
    "SELECT count(*) FROM events WHERE merchant_id = ? AND delivery_status = 'pending' AND next_attempt_at < created_at + ?";
  for (const { id } of shops) {
    const left = () => sharedRows.value<number>(unsettled, id, MINUTE_MS);
    await expect.poll(left, { timeout: 100_000, interval: 200 }).toBe(0);
  }
  receiver.close().closeAllConnections();

  const minutes = 1 + Math.floor(Date.now() / MINUTE_MS) - begun;
  for (const { id } of shops) {
    const sent = paths.filter((path) => path === `/${id}`).length;
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThanOrEqual(A_MINUTE_MAX * minutes);
  }
  const ofSignUps = (afterSignUps - before) / PLAYED;
  const ofIntents = ((await countRows()) - afterSignUps) / intents;
  const { alive } = SIGN_UPS_MAX;
  expect(ofSignUps * alive).toBeLessThanOrEqual(10_000);
  expect(ofIntents * A_MINUTE_MAX * alive).toBeLessThanOrEqual(4_200_000);
});
