// Payments by what people have of them: a number, or the beginning of an id.
import { describe, expect } from "vitest";
import { numberOf } from "#core/lib/numbers.ts";
import { call } from "../../support/api.ts";
import { DAY, moveClock } from "../../support/clock.ts";
import { makeCounter } from "../../support/counters.ts";
import { expectInvalid } from "../../support/error-responses.ts";
import { createWithKey, expectNew, newKey } from "../../support/idempotency.ts";
import { listIntents } from "../../support/intent-reads.ts";
import { cancel, makeIntent, makePaidIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { makeMerchant } from "../../support/parties.ts";
import { INTENTS } from "../../support/paths.ts";
import { seedIntent } from "../../support/seeds.ts";

const idsIn = (intents: { id: string }[]) => intents.map(({ id }) => id);
const byNumber = (number: string, more = "") => `?number=${encodeURIComponent(number)}${more}`;

describe("GET /merchant/api/v1/payment-intents?number", () => {
  it("finds whole intents of each status, however people write the number", async ({ merchant }) => {
    const intents = [await makeIntent(merchant), await makePaidIntent(merchant)];
    await cancel(merchant, (await makeIntent(merchant)).id);
    for (const intent of intents) {
      const { number } = intent;
      const typed = number.slice(1).toLowerCase().replaceAll("0", "o").replaceAll("1", "l");
      for (const text of [number, typed, ` ${typed} `])
        expect(await listIntents(merchant, byNumber(text)), text).toEqual([intent]);
    }
    const stranger = await makeMerchant();
    expect(await listIntents(stranger, byNumber(intents[0].number))).toEqual([]);
  });

  it("finds both of a pair, by page and by cursor, and each by its filters", async ({ merchant }) => {
    const counter = await makeCounter(merchant, { name: "Till" });
    const createdAt = Date.now();
    const first = await seedIntent(merchant.id, { createdAt, status: "expired" });
    const number = numberOf(first);
    let id = crypto.randomUUID();
    while (numberOf({ id, createdAt }) !== number) id = crypto.randomUUID();
    const other = await seedIntent(merchant.id, {
      id,
      createdAt,
      counterId: counter.id,
      status: "completed",
    });
    const both = [first.id, other.id].sort().reverse();
    expect(idsIn(await listIntents(merchant, byNumber(number)))).toEqual(both);
    for (const [filter, found] of [
      ["&limit=1", both.slice(0, 1)],
      ["&limit=1&page=2", both.slice(1)],
      ["&limit=1&page=3", []],
      ["&status=expired", [first.id]],
      [`&counter_id=${counter.id}`, [other.id]],
      ["&amount=12.50", both],
      ["&amount=12.51", []],
    ] as const)
      expect(idsIn(await listIntents(merchant, byNumber(number, filter))), filter).toEqual(found);
    const page = (await call("GET", `${INTENTS}${byNumber(number, "&limit=1")}`, merchant)).body;
    const next = await call("GET", `${INTENTS}${byNumber(number, `&cursor=${page.next_cursor}`)}`, merchant);
    expect([idsIn(next.body.payment_intents), next.body.next_cursor]).toEqual([both.slice(1), null]);
  });

  it("looks through the last 31 days, or through the days that are named", async ({ merchant }) => {
    const now = Date.now();
    const intent = await seedIntent(merchant.id, { createdAt: now - 40 * DAY, status: "completed" });
    const number = numberOf(intent);
    const at = (days: number) => new Date(now - days * DAY).toISOString();
    for (const [days, found] of [
      ["", []],
      [`&created_from=${at(41)}`, [intent.id]],
      [`&created_from=${at(39)}`, []],
      [`&created_to=${at(39)}`, [intent.id]],
      [`&created_to=${at(41)}`, []],
      [`&created_to=${at(8)}`, []],
      [`&created_from=${at(40.5)}&created_to=${at(39.5)}`, [intent.id]],
    ] as const)
      expect(idsIn(await listIntents(merchant, byNumber(number, days))), days).toEqual(found);
    const long = `&created_from=${at(45)}&created_to=${at(10)}`;
    const message = "must be at most 31 days before created_to where a number is given";
    expectInvalid(await call("GET", INTENTS + byNumber(number, long), merchant), "created_from", message);
  });

  it("refuses what can be no number", async ({ merchant }) => {
    for (const text of ["", "#", "ABCDE", "ABCDEU", "#ABCDEFG", "12.50"]) {
      const response = await call("GET", INTENTS + byNumber(text), merchant);
      expectInvalid(response, "number", "must be a number, such as #9S9WCE");
    }
  });
});

describe("GET /merchant/api/v1/payment-intents?id_prefix", () => {
  it("finds ids from a time and from a key, from six digits on", async ({ merchant }) => {
    const timed: string[] = [];
    for (let n = 0; n < 3; n++) {
      timed.unshift((await makeIntent(merchant)).id);
      moveClock(2);
    }
    const keyed = expectNew(await createWithKey(newKey(), merchant));
    for (const id of [...timed, keyed]) {
      for (const length of [6, 8, 14, 15, 20, 36]) {
        const found = idsIn(await listIntents(merchant, `?id_prefix=${id.slice(0, length).toUpperCase()}`));
        const alike = [keyed, ...timed].filter((each) => each.startsWith(id.slice(0, length)));
        expect(found, id.slice(0, length)).toEqual(alike);
      }
      const paid = await listIntents(merchant, `?id_prefix=${id.slice(0, 8)}&status=completed`);
      expect(paid).toEqual([]);
      expect(await listIntents(await makeMerchant(), `?id_prefix=${id.slice(0, 8)}`)).toEqual([]);
    }
  });

  it("refuses fewer digits, and what begins no id", async ({ merchant }) => {
    for (const text of ["", "0199c", "order-1", "0199c0de7", `${crypto.randomUUID()}0`, "0199c%"])
      expectInvalid(await call("GET", `${INTENTS}?id_prefix=${text}`, merchant), "id_prefix");
  });
});
