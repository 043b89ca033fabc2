// Formance Ledger, which the service's adapter speaks to: it forgets declines, and all that it accepts is final at once.
import { INTENT_TRANSFERS, MOVEMENT_TRANSFERS } from "#core/domain/ledger.ts";
import { currencyExponent } from "#core/domain/money.ts";
import { StandInFormance } from "../../support/stand-in-formance.ts";
import { response } from "../platform/response.ts";
import type { Books, LedgerOptions, Transaction } from "./ledger.ts";

type FormanceOptions = Pick<LedgerOptions, "scheduler" | "faults" | "random">;

/** Just after a payer had too little, when a transfer's later requests or the next attempt are on their way. */
const FUNDED_AFTER_MS = [1, 60, 300, 3_000, 10_000];

export class SimulatedFormance implements Books {
  readonly #options: FormanceOptions;
  readonly #ledger: StandInFormance;

  constructor(options: FormanceOptions, token: string) {
    this.#options = options;
    this.#ledger = new StandInFormance(() => options.scheduler.now, token);
  }

  async openWallet(walletId: string, currency: string, minor: number): Promise<void> {
    this.#ledger.fund(`wallets:${walletId}`, minor, `${currency}/${currencyExponent(currency)}`);
  }

  async respond(method: string, url: string, headers: Headers, text: string): Promise<Response> {
    const { faults, random, scheduler } = this.#options;
    const hasFailed = faults.strikes("ledger_errors");
    // Some errors come after the money has moved.
    if (hasFailed && random.chance(0.5)) return response(503, '{"errorCode":"INTERNAL"}');
    const { status, body, headers: own } = this.#ledger.handle({ method, url, headers }, text);
    if (body?.includes("INSUFFICIENT_FUND") && random.chance(0.7)) {
      const [{ source, amount, asset }] = JSON.parse(text).postings;
      scheduler.after(random.pick(FUNDED_AFTER_MS), () => this.#ledger.fund(source, amount, asset));
    }
    return hasFailed ? response(503, '{"errorCode":"INTERNAL"}') : response(status, body ?? "", own);
  }

  sweep(): void {}

  crash(): void {}

  close(): void {}

  isHeld(): boolean {
    return false;
  }

  /** Keys that were used up have moved nothing. */
  get transactions(): Transaction[] {
    return this.#ledger.entries.flatMap(({ id, reference = "", postings: [posting], metadata }) => {
      const { payment_intent_id: intentId = "", transaction_type: kind } = metadata;
      const isTransfer = isKind(kind);
      if (!isTransfer || posting === undefined || posting.destination === "burned") return [];
      const { source, destination, amount: minor, asset } = posting;
      const [from, to] = [source, destination].map((address) => address.replace(/^.*:/, ""));
      return {
        ...{ id: String(id), key: reference, kind, status: "completed" as const, intentId, minor },
        ...{ from: from ?? "", to: to ?? "", currency: asset.slice(0, 3) },
      };
    });
  }

  get balances(): Map<string, number> {
    const balances = new Map<string, number>();
    for (const { source, destination, amount, asset } of this.#ledger.entries.flatMap(
      ({ postings }) => postings,
    ))
      for (const [address, change] of [
        [source === "world" ? "float" : source, -amount],
        [destination === "world" ? "float" : destination, amount],
      ] as const) {
        const key = `${address} ${asset.slice(0, 3)}`;
        balances.set(key, (balances.get(key) ?? 0) + change);
      }
    return balances;
  }
}

/** What else is there was funded from outside. */
function isKind(kind: string | undefined): kind is Transaction["kind"] {
  return [...INTENT_TRANSFERS, ...MOVEMENT_TRANSFERS].some((each) => each === kind);
}
