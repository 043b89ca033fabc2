import { eventJson } from "../ledger.ts";
import { named } from "../published.ts";

export const LedgerEventBody = named("LedgerEvent", eventJson);
