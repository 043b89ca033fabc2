import { describe, expect } from "vitest";
import { verifyWebhook } from "#sdk/index.ts";
import { fetchToken, ISO_TIME } from "../../../support/api.ts";
import { makeApproval } from "../../../support/approvals.ts";
import { HOUR, MINUTE, moveClock } from "../../../support/clock.ts";
import { expectFailure, expectInvalid } from "../../../support/error-responses.ts";
import { useMutedLog } from "../../../support/faults.ts";
import { listTransactions, readIntent, readPublicIntent } from "../../../support/intent-reads.ts";
import { eventsOf, rowOf } from "../../../support/intent-rows.ts";
import { confirm, makeIntent, makePaidIntent, refund } from "../../../support/intents.ts";
import { it } from "../../../support/it.ts";
import { fireAlarm, published, stored } from "../../../support/objects.ts";
import {
  makeMerchant,
  makeWallet,
  readBalances,
  renewMerchant,
  renewWallet,
} from "../../../support/parties.ts";
import { INTENTS, MERCHANT_API } from "../../../support/paths.ts";
import { advanceClock, INBOX, INBOX_URL, readFaults, setFaults } from "../../../support/playground.ts";
import { consume, takeMessages, useQueues } from "../../../support/queues.ts";
import { rowsOf, sharedRows } from "../../../support/rows.ts";
import { deps } from "../../../support/seeds.ts";
import { callAs, makeUser } from "../../../support/sessions.ts";

describe("PUT /sandbox/v1/faults", () => {
  it("replaces the merchant's faults, which end after an hour", async () => {
    moveClock(0);
    const merchant = await makeMerchant();
    expect((await readFaults(merchant)).body).toEqual({ success: true, faults: [] });
    await setFaults(merchant, ["endpoint_down"]);
    const { body } = await setFaults(merchant, ["wallet_empty", "ledger_slow", "wallet_empty"]);
    const expires_at = new Date(Date.now() + HOUR).toISOString();
    const faults = [
      { fault: "ledger_slow", expires_at },
      { fault: "wallet_empty", expires_at },
    ];
    expect(body).toEqual({ success: true, faults });
    expect((await readFaults(merchant)).body.faults).toEqual(faults);
    expect((await readFaults(await makeMerchant())).body.faults).toEqual([]);

    moveClock(HOUR);
    expect((await readFaults(await renewMerchant(merchant))).body.faults).toEqual([]);
  });

  it("deletes what is over, of any merchant", async () => {
    moveClock(0);
    const [merchant, other] = [await makeMerchant(), await makeMerchant()];
    await setFaults(merchant, ["wallet_empty"]);
    moveClock(HOUR);
    await setFaults(await renewMerchant(other), []);
    const count = await sharedRows.value("SELECT count(*) AS count FROM sandbox_faults");
    expect(count).toBe(0);
  });

  it.each([[undefined], [null], ["wallet_empty"], [["earthquake"]], [[5]], [Array(101).fill("ledger_slow")]])(
    "refuses %j",
    async (faults) => {
      const response = await setFaults(await makeMerchant(), faults);
      expect(response.status).toBe(400);
      expect(response.body.details[0].field).toMatch(/^faults/);
    },
  );

  it("refuses faults of a ledger that is not the embedded one", async ({ merchant }) => {
    const { sandboxLedger } = deps;
    deps.sandboxLedger = null;
    const refused = await setFaults(merchant, ["endpoint_down", "ledger_slow"]);
    const accepted = await setFaults(merchant, ["endpoint_down"]);
    deps.sandboxLedger = sandboxLedger;
    expectFailure(refused, 409, "no_embedded_ledger", "only the embedded ledger can have faults");
    expect(accepted.status).toBe(200);
  });
});

describe("the fault wallet_empty", () => {
  it("declines payments to this merchant only, and keeps the money", async ({ merchant, other, wallet }) => {
    await setFaults(merchant, ["wallet_empty"]);
    const { id } = await makeIntent(merchant);
    expectFailure(await confirm(wallet, id), 402, "insufficient_funds", "Insufficient funds");
    expect(await readBalances(wallet)).toEqual(["100.00 USD"]);
    expect((await confirm(wallet, (await makeIntent(other)).id)).status).toBe(200);
    await setFaults(merchant, []);
    expect((await confirm(wallet, id)).status).toBe(200);
  });
});

describe("the fault refund_refused", () => {
  it("declines the refund, which succeeds once it is over", async ({ merchant, paid }) => {
    const { id } = paid;
    await setFaults(merchant, ["refund_refused"]);
    const message = "merchant balance is too low to refund this payment";
    expectFailure(await refund(merchant, id), 422, "insufficient_merchant_funds", message);
    await setFaults(merchant, []);
    expect((await refund(merchant, id)).status).toBe(200);
    expect(await listTransactions(merchant)).toHaveLength(2);
  });
});

describe("POST /sandbox/v1/clock", () => {
  it("brings the deadlines of open intents nearer, in the object, in D1 and in every view", async () => {
    moveClock(0);
    const merchant = await makeMerchant();
    const { id, expires_at: before } = await makeIntent(merchant);
    const approval = await makeApproval(merchant, await makeWallet(), { expires_in: 3600 });
    expect((await advanceClock(merchant, 15)).body).toEqual({
      success: true,
      payment_intents: 2,
      retries: 0,
    });

    const expiresAt = Date.parse(before) - 15 * MINUTE;
    const { payment_intent: intent } = (await readIntent(merchant, id)).body;
    expect(intent).toMatchObject({ status: "pending", expires_at: new Date(expiresAt).toISOString() });
    expect((await readPublicIntent(id)).body.payment_intent.expires_at).toBe(intent.expires_at);
    await published(id);
    expect(await rowOf(id)).toMatchObject({ expires_at: expiresAt, version: 2 });
    // An alarm that comes early is taken for one by a clock that is ahead.
    moveClock(10_000);
    await fireAlarm(id);
    expect(await stored(id)).toMatchObject({ alarmAt: expiresAt });
    expect(await eventsOf(id)).toEqual([]);
    const { payment_intent: waiting } = (await readIntent(merchant, approval.id)).body;
    expect(Date.parse(approval.expires_at) - Date.parse(waiting.expires_at)).toBe(15 * MINUTE);
  });

  it("expires what is due by then, now and not in the past", async () => {
    moveClock(0);
    const merchant = await makeMerchant();
    const wallet = await makeWallet();
    const { id } = await makeIntent(merchant);
    await advanceClock(merchant, 31);
    const { payment_intent: intent } = (await readIntent(merchant, id)).body;
    expect(intent).toMatchObject({ status: "expired", expires_at: new Date().toISOString() });
    expectFailure(await confirm(wallet, id), 410, "expired", "payment intent has expired");
    await published(id);
    expect(await eventsOf(id)).toMatchObject([{ type: "payment.expired" }]);
    expect((await advanceClock(merchant, 31)).body.payment_intents).toBe(0);
  });

  it("lets an intent be paid before its new deadline, and not after", async () => {
    moveClock(0);
    const merchant = await makeMerchant();
    const wallet = await makeWallet();
    const [first, second] = [await makeIntent(merchant), await makeIntent(merchant)];
    await advanceClock(merchant, 29);
    expect((await confirm(wallet, first.id)).status).toBe(200);
    moveClock(MINUTE);
    expect((await confirm(await renewWallet(wallet), second.id)).status).toBe(410);
  });

  it("changes nothing of another merchant, nor what is no longer open", async ({ merchant, other }) => {
    const [paid, foreign] = [await makePaidIntent(merchant), await makeIntent(other)];
    expect((await advanceClock(merchant, 60)).body).toMatchObject({ payment_intents: 0 });
    expect((await readIntent(other, foreign.id)).body.payment_intent).toEqual(foreign);
    expect((await readIntent(merchant, paid.id)).body.payment_intent).toEqual(paid);
    expect(foreign.expires_at).toMatch(ISO_TIME);
  });

  it.each([[undefined], [null], [0], [-1], [1.5], ["15"], [43_201]])(
    "refuses %j minutes",
    async (minutes) => {
      expectInvalid(await advanceClock(await makeMerchant(), minutes), "minutes");
    },
  );
});

// What the sandbox's playground does in the name of whoever has signed in, where the service is not on one's own machine.

const OWN_WEBHOOK = { url: "https://shop.example.net/webhooks", events: ["payment.completed"] };

const queues = useQueues();

useMutedLog();

function readWebhook(merchantId: string) {
  return rowsOf(merchantId).first(
    "SELECT webhook_url, webhook_events, webhook_secret FROM merchants WHERE id = ?",
    merchantId,
  );
}

describe("the playground of whoever has signed in", () => {
  it("sells at a counter whose webhooks go to the inbox, and leaves the shop's own webhook alone", async () => {
    const { secret, merchant } = await makeUser();
    const as = (method: string, path: string, json?: object) =>
      callAs(secret, method, path, json === undefined ? {} : { json });
    expect((await as("PUT", `${MERCHANT_API}/webhook`, OWN_WEBHOOK)).status).toBe(200);
    expect((await as("POST", `${MERCHANT_API}/webhook/rotate-secret`)).status).toBe(200);
    const before = await readWebhook(merchant.id);

    expect((await as("GET", INBOX)).body.url).toBe(INBOX_URL);
    const fields = { name: "Sandbox", webhook_url: INBOX_URL, webhook_events: ["payment.completed"] };
    const { status, body: opened } = await as("POST", `${MERCHANT_API}/counters`, fields);
    expect(status).toBe(201);
    const sale = { amount: 5, counter_id: opened.counter.id };
    const { id } = (await as("POST", INTENTS, sale)).body.payment_intent;
    const { body: wallet } = await as("POST", "/sandbox/v1/wallets", { currency: "USD", balance: 100 });
    const token = await fetchToken(wallet.client_id, wallet.client_secret);
    expect((await confirm({ id: wallet.wallet_id, token }, id)).status).toBe(200);
    await consume("webhooks", takeMessages(queues.webhooks, merchant.id));

    const { messages } = (await as("GET", INBOX)).body;
    expect(messages).toHaveLength(1);
    const [{ headers, body, received_at }] = messages;
    const event = await verifyWebhook(body, headers, opened.webhook_secret, { now: Date.parse(received_at) });
    expect(event.type).toBe("payment.completed");
    expect(await readWebhook(merchant.id)).toEqual(before);
  });
});
