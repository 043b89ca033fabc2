import { eventJson } from "../../clients/ledger-wire.ts";
import { named } from "./published.ts";

export const LedgerEventBody = named("LedgerEvent", eventJson);
