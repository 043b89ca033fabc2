// Everything the service holds about a merchant, as administrators download it.

import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect } from "vitest";
import { adminToken, BASE_URL, call, ISO_TIME, UUID } from "../../../support/api.ts";
import { storedEntries } from "../../../support/audit-trail.ts";
import { moveClock } from "../../../support/clock.ts";
import { makeCounter } from "../../../support/counters.ts";
import { expectFailure, expectInvalid } from "../../../support/error-responses.ts";
import { exportPath, readExport } from "../../../support/exports.ts";
import { failDatabase, interceptDatabase, muteLog, repair } from "../../../support/faults.ts";
import { readIntent } from "../../../support/intent-reads.ts";
import { makeIntent, makePaidIntent, refund } from "../../../support/intents.ts";
import { it } from "../../../support/it.ts";
import { MANY, SOME, seedManyIntents } from "../../../support/many-rows.ts";
import { published } from "../../../support/objects.ts";
import { ageAll, makePaid, moveBeyondEarlierTests } from "../../../support/old-payments.ts";
import {
  makeMerchant,
  makeMerchantWithWebhook,
  renewMerchant,
  type TestMerchant,
} from "../../../support/parties.ts";
import { MERCHANT_API } from "../../../support/paths.ts";
import { rowsReadBy } from "../../../support/query-plans.ts";
import { startDeliveries } from "../../../support/receiver.ts";
import { rowsOf } from "../../../support/rows.ts";
import { openTill, openUser } from "../../../support/sessions.ts";
import { settleRefund } from "../../../support/settlement.ts";
import { pull } from "../../../support/stops.ts";

describe("GET /merchant/api/v1/admin/merchants/{merchantID}/export", () => {
  it("begins with a header, and ends with the number of records of each type", async () => {
    const merchant = await makeMerchant({ business_name: "Corner Shop" });
    await makePaidIntent(merchant);
    const { header, end, of, types, headers } = await readExport(merchant.id);
    expect(headers.get("Content-Type")).toBe("application/x-ndjson; charset=utf-8");
    expect(headers.get("Content-Disposition")).toBe(`attachment; filename="merchant-${merchant.id}.ndjson"`);
    expect(header).toEqual({
      type: "header",
      format: 1,
      merchant_id: merchant.id,
      started_at: expect.stringMatching(ISO_TIME),
    });
    expect(of("merchant")).toMatchObject([
      { id: merchant.id, business_name: "Corner Shop", time_zone: "UTC", webhook: { url: null } },
    ]);
    const counts = Object.fromEntries(
      [...new Set(types)].map((type) => [type, types.filter((each) => each === type).length]),
    );
    expect(counts).toMatchObject({ merchant: 1, user: 1, payment_intent: 1, event: 1 });
    expect(end).toEqual({
      type: "end",
      counts,
      totals: [
        {
          currency: "USD",
          paid: { count: 1, amount_minor: 1250, amount_decimal: "12.50" },
          refunded: { count: 0, amount_minor: 0, amount_decimal: "0.00" },
          net: { amount_minor: 1250, amount_decimal: "12.50" },
        },
      ],
      next_cursor: null,
    });
  });

  it("has intents as their merchant sees them, byte for byte, and what happened to them", async ({
    merchant,
  }) => {
    const metadata = '{"z": 1.0, "a": [12345678901234567890]}';
    const text = `{"amount": 12.5, "description": "Tea", "reference": "order-1", "metadata": ${metadata}}`;
    const created = await call("POST", `${MERCHANT_API}/payment-intents`, { token: merchant.token, text });
    const { id } = created.body.payment_intent;
    const paid = await makePaidIntent(merchant);
    const texts = { json: { reason: "Late", reference: "credit-1" } };
    expect((await refund(merchant, paid.id, texts)).status).toBe(200);
    await settleRefund(paid.id);
    await published(paid.id);
    const found = await readExport(merchant.id);
    expect(found.text).toContain(`"metadata":${metadata}`);
    const intents = found.of("payment_intent");
    expect(intents.map((intent) => intent.id).sort()).toEqual([id, paid.id].sort());
    const refunded = (await readIntent(merchant, paid.id)).body.payment_intent;
    const { checkout_url, qr_code_url, qr_data, ...shown } = refunded;
    expect(intents.find((intent) => intent.id === paid.id)).toEqual({
      ...shown,
      created_by: null,
      version: expect.any(Number),
      payment_ledger_tx_id: expect.stringMatching(UUID),
      payment_declines: 0,
      refund_declines: 0,
      refund_refusals: [],
    });
    expect(found.of("event").map(({ type, payment_intent_id }) => [type, payment_intent_id])).toEqual(
      ["payment.completed", "refund.pending", "refund.completed"].map((type) => [type, paid.id]),
    );
    expect(found.end.totals).toMatchObject([{ refunded: { count: 1 }, net: { amount_minor: 0 } }]);
  });

  it("has deliveries with their attempts and bodies, counters, users, sessions and the audit trail", async () => {
    const merchant = await makeMerchantWithWebhook({ url: "https://shop.test/hook" });
    const counter = await makeCounter(merchant, { name: "Till 1" });
    await openUser(merchant.id);
    const { deliverAll, receiver } = startDeliveries();
    receiver.response = () => new Response("thank you");
    const { id } = await makePaidIntent(merchant);
    await published(id);
    const [webhook] = await deliverAll();
    await pull(merchant.id, "suspend", { reason: "Fraud reported by the bank" });
    await openTill(merchant.id, counter.id);
    const { of } = await readExport(merchant.id);
    expect(of("event")[0].delivery).toMatchObject({
      status: "delivered",
      attempts: 1,
      attempt_log: [{ url: "https://shop.test/hook", status: 200, response: "thank you" }],
      payload: JSON.parse(webhook?.body ?? ""),
    });
    expect(of("counter")).toMatchObject([{ id: counter.id, name: "Till 1", revocation_reason: null }]);
    expect(of("user")).toMatchObject([{ role: "owner", is_enabled: true }]);
    expect(
      of("session")
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(["till", "user"]);
    expect(of("audit_entry").map(({ action }) => action)).toEqual(
      expect.arrayContaining(["merchant.registered", "merchant.suspended", "merchant.exported"]),
    );
  });

  it("has old intents with their history, whose webhooks' bodies are deleted, and each once", async () => {
    moveBeyondEarlierTests();
    const merchant = await renewMerchant(await makeMerchant());
    const [one, two] = [await makePaid(merchant, { description: "Tea" }), await makePaid(merchant)];
    await ageAll(merchant, [one, two]);
    const renewed = await renewMerchant(merchant);
    expect((await refund(renewed, two)).status).toBe(200);
    await published(two);
    moveClock(1);
    const { of, end } = await readExport(merchant.id);
    const intents = of("payment_intent");
    expect(intents).toHaveLength(2);
    expect(intents.find(({ id }) => id === one)).toMatchObject({ description: "Tea", status: "completed" });
    expect(intents.find(({ id }) => id === two)).toMatchObject({ refund_status: "pending" });
    expect(
      of("event")
        .map(({ type, payment_intent_id, delivery }) => [payment_intent_id, type, delivery.payload === null])
        .sort(),
    ).toEqual(
      [
        [one, "payment.completed", true],
        [two, "payment.completed", true],
        [two, "refund.pending", false],
      ].sort(),
    );
    expect(end.totals).toMatchObject([{ paid: { count: 2 } }]);
  });

  it("has nothing of another merchant, and no secret", async () => {
    const [merchant, other] = [
      await makeMerchantWithWebhook({ url: "https://a.test/" }),
      await makeMerchant(),
    ];
    const key = { "Idempotency-Key": "order-key-1001" };
    const { token } = merchant;
    await call("POST", `${MERCHANT_API}/payment-intents`, { token, json: { amount: 1 }, headers: key });
    await makeIntent(other);
    const { text } = await readExport(merchant.id);
    expect(text).not.toContain(other.id);
    const row = await rowsOf(merchant.id).value<string>(
      "SELECT webhook_secret FROM merchants WHERE id = ?",
      merchant.id,
    );
    const intent = await rowsOf(merchant.id).value<string>(
      "SELECT fingerprint FROM payment_intents WHERE merchant_id = ?",
      merchant.id,
    );
    for (const secret of [merchant.webhookSecret, row, intent, "order-key-1001"]) {
      expect(secret).toBeTruthy();
      expect(text).not.toContain(secret);
    }
    expect(text).not.toMatch(/secret"|_hash|fingerprint|refund_key|tokens/);
  });

  it("leaves an entry in the audit trail that says who exported", async ({ merchant }) => {
    await readExport(merchant.id);
    expect(await storedEntries(merchant.id, "merchant.exported")).toMatchObject([
      { actor: "platform-admin", actorKind: "administrator" },
    ]);
  });

  it("returns 400 for a cursor of something else", async () => {
    const token = await adminToken();
    const { id } = await makeMerchant();
    for (const cursor of ["abc", btoa('["account",0]'), btoa('["everything",0,"",1]')]) {
      const response = await call("GET", exportPath(id, `?cursor=${cursor}`), { token });
      expectInvalid(response, "cursor", "must be a next_cursor of an export");
    }
    expect(await storedEntries(id, "merchant.exported")).toEqual([]);
  });

  it("is an error response when the database fails before the first line", async () => {
    muteLog();
    const { id } = await makeMerchant();
    const token = await adminToken();
    failDatabase(/from "disabled_users"/);
    const response = await call("GET", exportPath(id), { token });
    expectFailure(response, 500, "internal_error", "Failed to export merchant");
  });
});

// An export of many payments is sent as it is read, in parts, and breaks off rather than end early.

const NEWEST = Date.UTC(2026, 7, 22, 12);

const SEEDED = Math.max(4 * SOME, MANY);

/** The platform allows so many in one invocation. */
const QUERIES_MAX = 1_000;

/** Reads a page of intents, and nothing else does. */
const PAGE = /from "payment_intents" where .*"created_at", .*"id"\) > /i;

let merchant: TestMerchant;

beforeAll(async () => {
  merchant = await makeMerchant();
  for (let batch = 0; batch < SEEDED / SOME; batch++)
    await seedManyIntents(merchant.id, NEWEST - batch * 60_000, {}, SOME);
});

describe("the export of a merchant with many payments", () => {
  it("has each of them once, in parts of few queries and rows that each tell their number", async () => {
    let queries = 0;
    interceptDatabase(/./, async (run) => {
      queries += 1;
      return await run();
    });
    const first = await readExport(merchant.id);
    expect(queries).toBeLessThan(QUERIES_MAX);
    repair();
    expect(first.end.next_cursor).not.toBeNull();
    let [part, query, listed, paid] = [first, "", 0, 0];
    const ids = new Set<string>();
    for (;;) {
      const { end, of } = part;
      for (const { id } of of("payment_intent")) ids.add(id);
      expect(end.counts.payment_intent).toBe(of("payment_intent").length);
      listed += end.counts.payment_intent;
      paid += end.totals[0].paid.count;
      if (end.next_cursor === null) break;
      query = `?cursor=${end.next_cursor}`;
      part = await readExport(merchant.id, query);
      expect(part.header.started_at).toBe(first.header.started_at);
      expect(part.of("merchant")).toEqual([]);
    }
    expect([listed, ids.size, paid]).toEqual([SEEDED, SEEDED, SEEDED]);
    expect(part.of("audit_entry")).not.toEqual([]);
    expect(part.types.length).toBeGreaterThan(1_000);
    const rows = await rowsReadBy(() => readExport(merchant.id, query));
    expect(rows).toBeLessThan(2 * part.types.length + 500);
  });

  it("breaks off without a last line when a later page cannot be read, and logs why", async () => {
    const log = muteLog();
    const headers = { Authorization: `Bearer ${await adminToken()}` };
    let pages = 0;
    interceptDatabase(PAGE, async (run) => {
      pages += 1;
      if (pages > 8) throw new Error("D1_ERROR: Network connection lost.");
      return await run();
    });
    const response = await exports.default.fetch(BASE_URL + exportPath(merchant.id), { headers });
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow();
    expect(log.join("\n")).toContain('"event":"response_broken_off"');
  });
});
