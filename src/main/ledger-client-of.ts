import { createLedgerClient } from "#core/adapters/ledger.ts";
import { ConfigError } from "#core/config.ts";
import type { Ledger } from "#core/domain/ports/ledger.ts";
import * as ledgers from "./parts-ledgers.ts";

type CreateLedger = (options: Parameters<typeof createLedgerClient>[0]) => Ledger;

/** What makes the client of an external ledger of this `LEDGER_KIND`. Throws ConfigError. */
export function ledgerClientOf(kind: string): CreateLedger {
  if (kind === "contract") return createLedgerClient;
  const create = new Map(Object.entries<CreateLedger>(ledgers)).get(kind);
  if (create === undefined) throw new ConfigError("LEDGER_KIND", "names a part that is not composed");
  return create;
}
