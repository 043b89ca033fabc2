// A run's plan: what the clients do and what goes wrong, when. It follows from the seed alone, and shrinking takes items
// out of it.

import { Random } from "../support/random.ts";
import type { Fault, FaultKind } from "./faults.ts";
import { faultFor, PART_MS, slowLedger } from "./faults-plan.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** About one intent. A slot stands for it: its id is known once it has been created. */
export type IntentCommand =
  | { do: "create"; slot: number; merchant: number; hasCounter: boolean; hasCallback: boolean; input: Sale }
  | { do: "create_again"; slot: number; isChanged: boolean }
  | { do: "scan"; slot: number; merchant: number; wallet: number; input: Sale }
  | { do: "confirm" | "approve" | "reject"; slot: number; wallet: number }
  | { do: "cancel" | "withdraw"; slot: number; isForeign: boolean }
  | { do: "refund"; slot: number; key: string | null }
  /** An operator ends the operation as declined. */
  | { do: "resolve"; slot: number }
  | { do: "read"; slot: number };

/** Whether the counter's own client asks for the refund: it has a key of its own. */
export function isByCounter(command: IntentCommand): boolean {
  return command.do === "refund" && command.key === "refund-2";
}

export interface MerchantCommand {
  do:
    | "list"
    | "redeliver"
    | "recover"
    | "move_webhook"
    | "rotate_secret"
    | "add_counter"
    | "suspend"
    | "reinstate";
  merchant: number;
}

/** A cash desk's or, of an adjustment, an administrator's. The same key is the same request. */
export interface MovementCommand {
  do: "top_up" | "pay_out" | "adjustment";
  wallet: number;
  minor: number;
  key: string;
  isOut: boolean;
  /** The customer's, about a pay-out. */
  decision: "approve" | "reject" | null;
}

/** A customer's, about a merchant's requests. */
export interface BlockCommand {
  do: "block" | "unblock";
  wallet: number;
  merchant: number;
}

/** A customer's, about what is stored of them. */
export interface EraseCommand {
  do: "erase";
  wallet: number;
}

/** An administrator sends it. */
export interface DeskCommand {
  do: "stop_desk" | "start_desk";
}

export type OtherCommand = MerchantCommand | MovementCommand | BlockCommand | DeskCommand | EraseCommand;
export type Command = IntentCommand | OtherCommand;

export interface Sale {
  minor: number;
  currency: string;
  expiresInSeconds: number;
  key: string | null;
}

export type Step = { at: number } & (Command | Fault);

/** Where new payments go. */
export interface CellsPlan {
  /** `since`: milliseconds since the start of the run; null for what has always been so. */
  settings: { digits: number; since: number | null; slot?: string }[];
  /** When the processes are told. */
  deployedAt: number;
  /** Processes that begin then have the setting before: no cells. Null without a rollback. */
  rolledBack: { at: number; until: number } | null;
}

/** Which one the service is configured for. */
export const LEDGERS = ["contract", "formance"] as const;
export type LedgerKind = (typeof LEDGERS)[number];

export interface Plan {
  seed: number;
  ledger: LedgerKind;
  /** It is null for a plan without cells. */
  cells: CellsPlan | null;
  /** Until delivered bodies have been emptied. */
  lastsAMonth: boolean;
  steps: Step[];
}

export const MERCHANTS = 3;
/** The second is nearly empty, the third holds another currency. */
export const WALLETS = [
  { currency: "USD", minor: 100_000 },
  { currency: "USD", minor: 3_000 },
  { currency: "JPY", minor: 100_000 },
  { currency: "USD", minor: 20_000 },
] as const;

/** When a run's second part begins: at once, while retries wait, or when idle objects are about to be emptied. */
const PAUSES_MS = [0, 0, 20 * MINUTE, 3 * HOUR, 24 * HOUR - 5 * MINUTE, 25 * HOUR];
const LAST_A_MONTH = 0.25;

export function planFor(seed: number, ledger: LedgerKind = "contract"): Plan {
  const random = new Random(`plan ${seed}`);
  const secondPartAt = PART_MS + random.pick(PAUSES_MS);
  const slots = random.integer(3, 8);
  const steps: Step[] = [];
  for (let slot = 0; slot < slots; slot++) steps.push(...intentSteps(random, slot, secondPartAt));
  for (let count = random.integer(0, 4); count > 0; count--) {
    const command = { do: random.pick(MERCHANT_COMMANDS), merchant: random.integer(0, MERCHANTS - 1) };
    steps.push({ at: random.integer(0, PART_MS), ...command });
  }
  steps.push(...movementSteps(new Random(`movements ${seed}`), secondPartAt));
  steps.push(...stops(new Random(`stops ${seed}`), steps));
  const commands = [...steps];
  for (let count = random.integer(0, 10); count > 0; count--) steps.push(faultFor(random, commands));
  if (ledger === "formance") steps.push(...slowLedger(random.fork("slow ledger"), [0, secondPartAt]));
  const lastsAMonth = new Random(`month ${seed}`).chance(LAST_A_MONTH);
  return { seed, ledger, cells: null, lastsAMonth, steps: inOrder(steps) };
}

const MERCHANT_COMMANDS = [
  "list",
  "list",
  "redeliver",
  "recover",
  "move_webhook",
  "rotate_secret",
  "add_counter",
] as const;

export function inOrder(steps: readonly Step[]): Step[] {
  return possible(steps).sort((left, right) => left.at - right.at);
}

/** Without its alarm and without its row in D1, an object is not known to anyone: it stays as it is until it is called. */
function possible(steps: readonly Step[]): Step[] {
  const hasRestore = steps.some(isRestore);
  return steps.filter((step) => !hasRestore || !("fault" in step) || !LOSES_ALARMS.includes(step.fault));
}

export function isRestore(step: Step): boolean {
  return "fault" in step && (step.fault === "d1_restore" || step.fault === "cell_restore");
}

const LOSES_ALARMS: readonly FaultKind[] = ["alarm_lost", "storage_fails"];

/** An intent's life: created, then bursts of commands that compete with each other. */
function intentSteps(random: Random, slot: number, secondPartAt: number): Step[] {
  const at = random.integer(0, PART_MS / 2);
  const merchant = random.integer(0, MERCHANTS - 1);
  const wallet = random.integer(0, WALLETS.length - 1);
  const isScan = random.chance(0.3);
  const input = {
    minor: random.integer(1, 30) * 100,
    currency: random.chance(0.85) ? "USD" : "JPY",
    expiresInSeconds: random.pick([5, 30, 90, 300, 600]),
    key: random.chance(0.5) ? `key-${slot}` : null,
  };
  const create: IntentCommand = isScan
    ? { do: "scan", slot, merchant, wallet, input }
    : {
        do: "create",
        slot,
        merchant,
        hasCounter: random.chance(0.4),
        hasCallback: random.chance(0.2),
        input,
      };
  const steps: Step[] = [{ at, ...create }];
  const bursts = random.integer(1, 4);
  for (let burst = 0; burst < bursts; burst++) {
    const begin = burstAt(random, at, input.expiresInSeconds * SECOND, secondPartAt);
    const spread = random.pick([5, 50, 5 * SECOND, MINUTE]);
    for (let count = random.integer(1, 4); count > 0; count--) {
      steps.push({ at: begin + random.integer(0, spread), ...intentCommand(random, slot, wallet, isScan) });
    }
  }
  return steps;
}

/** Each is sent once or several times, as by a double click or after a lost response. */
function movementSteps(random: Random, secondPartAt: number): Step[] {
  const steps: Step[] = [];
  for (let index = random.integer(0, 4); index > 0; index--) {
    const kind = random.pick(["top_up", "pay_out", "pay_out", "adjustment"] as const);
    const command = {
      do: kind,
      isOut: kind === "pay_out" || (kind === "adjustment" && random.chance(0.5)),
      wallet: random.pick([0, 1, 3]),
      minor: random.integer(1, 30) * 100 + index,
      key: `movement-${index}`,
    };
    const at = random.integer(0, PART_MS);
    for (let count = random.integer(1, 3); count > 0; count--) {
      const isLate = random.chance(0.2);
      const decision = random.pick(["approve", "approve", "approve", "reject", null] as const);
      const sentAt = (isLate ? secondPartAt : 0) + at + random.pick([0, 5, SECOND, MINUTE]);
      steps.push({ at: sentAt, ...command, decision });
    }
  }
  return steps;
}

/** Merchants, desks and requests for approval are stopped around something that they do, and most of them go on later. */
function stops(random: Random, others: readonly Step[]): Step[] {
  const stop = (begin: Command, end: Command): Step[] => {
    const at = Math.max(0, random.pick(others).at + random.integer(-SECOND, 2 * SECOND));
    const lastsMs = random.pick([50, SECOND, 20 * SECOND, 2 * MINUTE]);
    return random.chance(0.8)
      ? [
          { at, ...begin },
          { at: at + lastsMs, ...end },
        ]
      : [{ at, ...begin }];
  };
  const steps: Step[] = [];
  const merchant = random.integer(0, MERCHANTS - 1);
  if (random.chance(0.15)) steps.push(...stop({ do: "suspend", merchant }, { do: "reinstate", merchant }));
  if (random.chance(0.25)) steps.push(...stop({ do: "stop_desk" }, { do: "start_desk" }));
  const scan = others.find((step) => "do" in step && step.do === "scan");
  if (scan !== undefined && "wallet" in scan && "merchant" in scan && random.chance(0.5)) {
    const pair = { wallet: scan.wallet, merchant: scan.merchant };
    steps.push(...stop({ do: "block", ...pair }, { do: "unblock", ...pair }));
  }
  if (random.chance(0.15)) {
    const at = random.pick(others).at + random.integer(0, 2 * SECOND);
    steps.push({ at, do: "erase", wallet: random.integer(0, WALLETS.length - 1) });
  }
  return steps;
}

/** Soon, around the deadline, some time in the first part, or in the second. */
function burstAt(random: Random, createdAt: number, expiresInMs: number, secondPartAt: number): number {
  switch (random.integer(0, 5)) {
    case 0:
      return Math.max(createdAt, createdAt + expiresInMs + random.integer(-100, 100));
    case 1:
      return createdAt + random.integer(0, PART_MS / 2);
    case 2:
      return secondPartAt + random.integer(0, PART_MS);
    default:
      return createdAt + random.integer(0, 10 * SECOND);
  }
}

function intentCommand(random: Random, slot: number, target: number, isScan: boolean): IntentCommand {
  const anyWallet = random.integer(0, WALLETS.length - 1);
  const wallet = random.chance(0.7) ? target : anyWallet;
  const draw = random.next();
  if (draw < 0.4) return { do: isScan && random.chance(0.9) ? "approve" : "confirm", slot, wallet };
  if (draw < 0.65) return { do: "refund", slot, key: random.pick([null, "refund-1", "refund-2"]) };
  if (draw < 0.7 && isScan) return { do: "reject", slot, wallet };
  const isWithdrawal = draw < (isScan ? 0.78 : 0.67);
  if (draw < 0.8) return { do: isWithdrawal ? "withdraw" : "cancel", slot, isForeign: random.chance(0.1) };
  if (draw < 0.88) return { do: "create_again", slot, isChanged: random.chance(0.2) };
  if (draw < 0.91) return { do: "resolve", slot };
  return { do: "read", slot };
}
