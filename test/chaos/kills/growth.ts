// Settings of CELLS for the service's next start, each in force soon afterwards.
import { SLOT_DIGITS } from "#core/domain/shards/cells.ts";
import { slotOf } from "#core/domain/shards/shard-ids.ts";
import type { Service } from "../service.ts";
import { readStoredState } from "./stored-state.ts";

/** Under load before the switch. */
const LOADED_MS = 10_000;

export interface Growth {
  /** It is null before there is one. */
  firstSwitchAt: number | null;
  /**
   * Returns the time from which on new payments go to cells whose names have so many digits. When they are more than a slot
   * has, only those of the busiest shop do.
   */
  plan(digits: number, lastStartMs: number): number;
}

export function createGrowth(service: Service): Growth {
  const entries: string[] = [];
  const growth: Growth = {
    firstSwitchAt: null,
    plan: (digits, lastStartMs) => {
      // This start may take longer than the last one.
      const earliest = Date.now() + 2 * lastStartMs + LOADED_MS;
      const switchAt = Math.ceil(earliest / 1_000) * 1_000;
      growth.firstSwitchAt ??= switchAt;
      const slot = digits > SLOT_DIGITS ? `/${slotOf(busiestMerchant())}` : "";
      entries.push(`${digits}@${new Date(switchAt).toISOString().replace(".000", "")}${slot}`);
      service.setCells(entries.join());
      return switchAt;
    },
  };
  return growth;
}

function busiestMerchant(): string {
  const byMerchant = [...Map.groupBy(readStoredState().intents, ({ merchantId }) => merchantId)];
  const [busiest] = byMerchant.sort(([, a], [, b]) => b.length - a.length);
  if (busiest === undefined) throw new Error("there is no payment");
  return busiest[0];
}
