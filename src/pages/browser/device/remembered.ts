// What the till still knows after a reload. Of a sale only its request and its id: its state is read from the service.
import { memoryOf } from "../kit/memory.ts";
import type { Session } from "./api.ts";
import type { Draft } from "./sale.ts";

export interface OpenSale {
  draft: Draft;
  /** It is null until the service has responded. */
  intentId: string | null;
  /** Its cancellation was asked for, and had no response yet. */
  isCancelAsked?: true;
}

interface Remembered {
  language: string;
  currency: string;
  /** What the shop's own was when that was chosen. */
  shopCurrency: string;
  sale: OpenSale;
  session: Session;
}

export const { recall, remember } = memoryOf<Remembered>("till");
