// Settings of CELLS for the service's next start, each in force soon afterwards.
import type { Service } from "../service.ts";

/** Under load before the switch. */
const LOADED_MS = 10_000;

export interface Growth {
  /** Null before there is one. */
  firstSwitchAt: number | null;
  /** Returns the time from which on new payments go to cells whose names have so many digits. */
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
      entries.push(`${digits}@${new Date(switchAt).toISOString().replace(".000", "")}`);
      service.setCells(entries.join());
      return switchAt;
    },
  };
  return growth;
}
