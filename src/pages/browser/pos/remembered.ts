// What the till still knows after a reload. Of a sale only its request and its id: its state is read from the service.
import type { Session } from "./api.ts";
import type { Draft } from "./sale.ts";

export interface OpenSale {
  draft: Draft;
  /** Null until the service has responded. */
  intentId: string | null;
}

interface Remembered {
  language: string;
  currency: string;
  sale: OpenSale;
  session: Session;
}

const PREFIX = "till.";

export function recall<Name extends keyof Remembered>(name: Name): Remembered[Name] | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? "null") as Remembered[Name] | null;
  } catch {
    return null;
  }
}

/** A full or forbidden storage does not stop a sale. */
export function remember<Name extends keyof Remembered>(name: Name, value: Remembered[Name] | null): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // The till works without a memory.
  }
}
