import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { openDatabase } from "#core/db/client.ts";
import { correctionGuard } from "#parts/desk/db/desk-movements.ts";
import { listMovements } from "#parts/desk/db/movement-list.ts";
import { listUnderWayOf, listUnfinished, readDaySum } from "#parts/desk/db/movements.ts";
import { deskShifts } from "#parts/desk/db/schema/desks.ts";
import { movements } from "#parts/desk/db/schema/movements.ts";
import { closeShift, findOpenShift } from "#parts/desk/db/shifts.ts";
import { anotherIsolate } from "../../../support/identity-provider.ts";
import { plansOf, rowsReadBy } from "../../../support/query-plans.ts";
import { aMovement, MOVED_AT } from "../movements.ts";

const db = openDatabase(anotherIsolate());

describe("movements", () => {
  it("are found without reading others: those without a result, and a desk's of a day", async () => {
    const unfinished = (await plansOf(() => listUnfinished(db, 2, { createdAt: 1, id: "" }, 20))).join("\n");
    expect(unfinished).toContain("movements_under_way ((created_at,id)>(?,?)");
    const day = { deskId: null, kind: "adjustment", currency: "USD", createdAt: 1 } as const;
    const counted = (await plansOf(() => readDaySum(db, day, 0))).join("\n");
    expect(counted).toContain("movements_by_desk (desk_id=? AND created_at>?)");
    const ofWallet = (await plansOf(() => listUnderWayOf(db, "wallet-1", 1))).join("\n");
    expect(ofWallet).toContain("movements_under_way");
    expect([unfinished, counted, ofWallet].join("\n")).not.toMatch(/SCAN movements(?! USING)|TEMP B-TREE/);
  });

  it("of a desk's day, the corrections of a top-up and the open shift are found by their indexes", async () => {
    const plans = await plansOf(async () => {
      await listMovements(db, { deskId: "desk-1", createdFrom: 1, cursor: null }, 2, 1);
      await findOpenShift(db, "desk-1");
      await db.all(sql`SELECT ${correctionGuard(aMovement(), 1, 1).isAllowed}`);
    });
    const read = plans.join("\n");
    for (const index of [
      "movements_by_desk (desk_id=? AND created_at>?)",
      "desk_shifts_by_desk (desk_id=? AND opened_at<?)",
      "customer_sessions_by_wallet (wallet_id=?)",
      "desk_shifts_open (desk_id=?)",
      "movements_by_corrected (corrects_id=?)",
    ])
      expect(read).toContain(index);
    expect(read).not.toMatch(/SCAN (?!CONSTANT)/);
  });

  it("read one shift for each that is listed, and for the close of one only what is under way", async () => {
    const shift = { deskId: "desk-2", clerk: "Ada", openingFloatMinor: 0, countedMinor: 0 };
    for (let index = 1; index <= 50; index++) {
      const times = { openedAt: MOVED_AT - index * 10, closedAt: MOVED_AT - index * 10 + 5 };
      const sums = { topUpsMinor: 0, payOutsMinor: 0 };
      await db.insert(deskShifts).values({ ...shift, id: crypto.randomUUID(), ...times, ...sums });
    }
    const id = crypto.randomUUID();
    const moved = { id, idempotencyKey: id, deskId: shift.deskId, accountId: "wallet-2" };
    await db.insert(movements).values(aMovement(moved));
    let clerks: unknown[] = [];
    const rows = await rowsReadBy(async () => {
      const listed = await listMovements(db, { deskId: shift.deskId, cursor: null }, 2, MOVED_AT);
      clerks = listed.map(({ clerk }) => clerk);
    });
    expect(clerks).toEqual([null]);
    expect(rows).toBeLessThanOrEqual(6);
    const close = { countedMinor: 0, closedAt: MOVED_AT };
    const plans = await plansOf(() => closeShift(db, { deskId: shift.deskId, id }, close, null));
    expect(plans.join("\n")).toContain("movements USING INDEX movements_under_way");
    expect(plans.join("\n")).not.toMatch(/SCAN (desk_shifts|p|m|t)\b|SCAN movements(?! USING)/);
  });

  it("of a wallet that are under way are found without reading its history", async () => {
    for (let index = 0; index < 50; index++) {
      const id = crypto.randomUUID();
      const status = index === 0 ? "awaiting_approval" : "completed";
      const expiresAt = index === 0 ? MOVED_AT + 1 : null;
      await db.insert(movements).values(aMovement({ id, idempotencyKey: id, status, expiresAt }));
    }
    let found: unknown[] = [];
    const rows = await rowsReadBy(async () => {
      found = await listUnderWayOf(db, aMovement().accountId, MOVED_AT);
    });
    expect(found).toHaveLength(1);
    expect(rows).toBeLessThanOrEqual(2);
  });
});
