import { expect, it } from "vitest";
import { isKnownCommand } from "../../../src/domain/commands.ts";

const COMMAND_TYPES = [
  ...["cancel", "refund", "confirm", "approve", "reject", "withdraw", "expire", "simulate_expiry"],
  ...["record_transfer_result", "record_ledger_event", "record_transaction", "end_operation"],
];

it.each(COMMAND_TYPES)("knows the command %s", (type) => {
  expect(isKnownCommand({ type })).toBe(true);
});

it.each(["capture", "Cancel", "", "constructor", "toString"])("does not know the command %j", (type) => {
  expect(isKnownCommand({ type })).toBe(false);
});
