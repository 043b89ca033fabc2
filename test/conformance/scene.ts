import type { Accounts } from "./accounts.ts";
import type { LedgerUnderTest } from "./ledger-under-test.ts";
import type { ReportReceiver } from "./report-receiver.ts";

/** What a requirement is checked with. */
export interface Scene {
  ledger: LedgerUnderTest;
  accounts: Accounts;
  /** It is null when the ledger has not been told where to report to. */
  reports: ReportReceiver | null;
  /** How long a settlement, or a report, may take. */
  waitMs: number;
}
