import { describe, expect, it } from "vitest";
import {
  dayOf,
  decideMovement,
  MOVEMENT_STATUSES,
  type MovementChange,
  type MovementCommand,
  type MovementRefusal,
  type MovementStatus,
  statusAt,
} from "#parts/desk/domain/movement.ts";
import { aMovement, DECLINED, MOVED_AT, SETTLED } from "../movements.ts";

const NOW = MOVED_AT + 60_000;

type Cell = MovementChange | MovementRefusal;
type Column = "approve" | "end" | "reject" | "withdraw" | "expire" | "adopt" | "settled" | "declined";

const COMMANDS: Record<Column, MovementCommand> = {
  approve: { type: "approve" },
  reject: { type: "reject" },
  withdraw: { type: "withdraw" },
  expire: { type: "expire" },
  adopt: { type: "adopt" },
  end: { type: "end" },
  settled: { type: "record_result", result: SETTLED },
  declined: { type: "record_result", result: DECLINED },
};

const EXPIRED = { status: "expired", completedAt: NOW } as const;
const AFTER_EXPIRY = {
  approve: "movement_expired",
  end: "movement_ended",
  reject: {},
  withdraw: {},
  settled: {},
  declined: {},
} as const;

const ENDED = {
  approve: {},
  end: "movement_ended",
  reject: "movement_ended",
  withdraw: "movement_ended",
  expire: {},
  adopt: {},
  settled: {},
  declined: {},
} as const;

/** `overdue`: it awaits approval, and its deadline has passed. */
const TABLE: Record<MovementStatus | "overdue", Record<Column, Cell>> = {
  awaiting_approval: {
    approve: { status: "processing" },
    reject: { status: "rejected", completedAt: NOW },
    withdraw: { status: "withdrawn", completedAt: NOW },
    expire: {},
    adopt: { status: "processing" },
    end: "movement_not_processing",
    settled: {},
    declined: {},
  },
  overdue: { ...AFTER_EXPIRY, expire: EXPIRED, adopt: { status: "processing" } },
  processing: {
    approve: {},
    end: { endingSince: NOW },
    reject: "movement_processing",
    withdraw: "movement_processing",
    expire: {},
    adopt: {},
    settled: { status: "completed", ledgerTransactionId: "tx-1", completedAt: NOW },
    declined: { status: "declined", declineReason: "insufficient_funds", completedAt: NOW },
  },
  completed: ENDED,
  declined: ENDED,
  rejected: { ...ENDED, approve: "movement_ended", reject: {} },
  expired: { ...AFTER_EXPIRY, expire: {}, adopt: {} },
  withdrawn: { ...ENDED, approve: "movement_withdrawn", reject: "movement_withdrawn", withdraw: {} },
};

const CASES = Object.entries(TABLE).flatMap(([state, row]) =>
  Object.entries(row).map(([column, cell]) => ({ state, column: column as Column, cell })),
);

describe("a movement", () => {
  it.each(CASES)("$state, on $column", ({ state, column, cell }) => {
    const status = MOVEMENT_STATUSES.find((each) => each === state) ?? "awaiting_approval";
    const expiresAt = state === "overdue" ? NOW : NOW + 1;

    const decided = decideMovement(aMovement({ status, expiresAt }), COMMANDS[column], NOW);

    const expected = typeof cell === "string" ? { ok: false, error: cell } : { ok: true, value: cell };
    expect(decided).toEqual(expected);
  });

  it("expires only while it awaits approval", () => {
    expect(statusAt({ status: "processing", expiresAt: NOW }, NOW)).toBe("processing");
    expect(statusAt({ status: "awaiting_approval", expiresAt: NOW }, NOW - 1)).toBe("awaiting_approval");
    expect(statusAt({ status: "awaiting_approval", expiresAt: NOW }, NOW)).toBe("expired");
  });

  it("counts towards a day of UTC", () => {
    expect(dayOf(Date.parse("2026-11-21T23:59:59.999Z"))).toBe(Date.parse("2026-11-21T00:00:00.000Z"));
    expect(dayOf(Date.parse("2026-11-22T00:00:00.000Z"))).toBe(Date.parse("2026-11-22T00:00:00.000Z"));
  });
});
