// One intent that cannot be read as usual never hides the others of its page.
import { env } from "cloudflare:workers";
import { describe, expect, vi } from "vitest";
import { call } from "../../support/api.ts";
import { moveClock } from "../../support/clock.ts";
import { expectInvalid } from "../../support/error-responses.ts";
import { muteLog } from "../../support/faults.ts";
import { listIntents, readIntent } from "../../support/intent-reads.ts";
import { makeIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { renewMerchant } from "../../support/parties.ts";
import { INTENTS } from "../../support/paths.ts";
import { seedIntent } from "../../support/seeds.ts";

describe(`GET ${INTENTS}`, () => {
  it("shows an intent whose currency nobody knows, and so does a read of it", async ({ merchant }) => {
    const stored = await seedIntent(merchant.id, { currency: "QQQ", amountMinor: 1_250 });
    const usual = await makeIntent(merchant);

    const intents = await listIntents(merchant);

    expect(intents.map(({ id }: { id: string }) => id).sort()).toEqual([stored.id, usual.id].sort());
    const shown = { amount: 12.5, amount_minor: 1_250, amount_decimal: "12.50", currency: "QQQ" };
    expect(intents.find(({ id }: { id: string }) => id === stored.id)).toMatchObject(shown);
    expect((await readIntent(merchant, stored.id)).body.payment_intent).toMatchObject(shown);
  });

  it("shows an intent in a currency that is refused for new ones", async ({ merchant }) => {
    const stored = await seedIntent(merchant.id, { currency: "BYR", amountMinor: 1_250 });
    const json = { amount: 1_250, currency: "BYR" };

    const refused = await call("POST", INTENTS, { token: merchant.token, json });

    expectInvalid(refused, "currency", "must be an ISO 4217 currency code");
    const shown = { id: stored.id, amount: 1_250, amount_decimal: "1250", currency: "BYR" };
    expect(await listIntents(merchant)).toEqual([expect.objectContaining(shown)]);
  });

  it("shows the row of an overdue intent whose object throws, and logs it", async ({ merchant }) => {
    const [broken, overdue] = [await makeIntent(merchant), await makeIntent(merchant)];
    moveClock(24 * 60 * 60_000);
    const later = await renewMerchant(merchant);
    const lines = muteLog();
    const getByName = env.PAYMENT_INTENTS.getByName.bind(env.PAYMENT_INTENTS);
    vi.spyOn(env.PAYMENT_INTENTS, "getByName").mockImplementation((name) => {
      if (name === broken.id) throw new Error("this object always throws");
      return getByName(name);
    });

    const statuses = (await listIntents(later)).map(({ id, status }: { id: string; status: string }) => [
      id,
      status,
    ]);

    expect(new Map(statuses)).toEqual(
      new Map([
        [broken.id, "pending"],
        [overdue.id, "expired"],
      ]),
    );
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ level: "error", event: "list_intent_failed", intent_id: broken.id }),
    );
  });
});
