import { eraseInboxMessages } from "../db/sandbox/inbox.ts";
import { eraseApprovalRequests } from "../db/sandbox/wallets.ts";
import { deleteExpiredSignIns } from "../embedded/identity-provider/sign-ins.ts";
import { AUDIT_START, type AuditCursor, auditBooks, logFaults } from "../ledger/audit.ts";
import { sealJournal } from "../ledger/chain.ts";
import { eraseTransactionTexts } from "../ledger/erase.ts";
import { settledEvent } from "../ledger/present.ts";
import { settleDue } from "../ledger/settle.ts";
import { homeParts, runParts } from "../scheduled.ts";
import { sweepErasures } from "../services/merchants/merchant-erasure.ts";
import { sweepMovements } from "../services/movements/sweep-movements.ts";
import { beginSweep, resumeSweep, type SweepRun } from "../services/operations/resume-sweep.ts";
import { LIMITS } from "../services/operations/sweep-limits.ts";
import type { SandboxDependencies } from "../services/sandbox/dependencies.ts";
import { sweepUnusedWallets } from "../services/sandbox/unused-wallets.ts";

/** They erase what stand-ins have stored about a merchant. */
const ERASED_RECORDS = [eraseTransactionTexts, eraseInboxMessages, eraseApprovalRequests];

export async function sweepSandbox(deps: SandboxDependencies, env: Env): Promise<void> {
  await deps.places.check(deps.clock());
  const run = beginSweep(deps);
  await runParts({
    ...homeParts(run),
    erasures: () => sweepErasures(run, ERASED_RECORDS),
    movements: () =>
      sweepMovements(run, LIMITS[deps.sandboxLedger === null ? "movements" : "sandboxMovements"]),
    unused_wallets: () => sweepUnusedWallets(run),
    ledger_settlements: () => settleEmbeddedLedger(deps, env),
    ledger_books: () => keepBooks(run, deps),
    identity_provider: () => cleanUpProvider(deps),
  });
}

async function cleanUpProvider({ identityProviderApp, db, clock }: SandboxDependencies): Promise<void> {
  if (identityProviderApp === null) return;
  await deleteExpiredSignIns(db, clock());
}

async function settleEmbeddedLedger(deps: SandboxDependencies, env: Env): Promise<void> {
  if (deps.sandboxLedger === null) return;
  for (const settled of await settleDue(deps.db, deps.clock(), LIMITS.settlements)) {
    await env.LEDGER_EVENTS.send(settledEvent(settled));
  }
}

/** Goes through the books over and over. */
async function keepBooks(run: SweepRun, { sandboxLedger, db }: SandboxDependencies): Promise<void> {
  if (sandboxLedger === null) return;
  await sealJournal(db, LIMITS.sealedRecords);
  await resumeSweep<AuditCursor>(run, "ledger_audit", AUDIT_START, async (from) => {
    const { faults, next } = await auditBooks(db, from, LIMITS.auditedRecords);
    logFaults(faults);
    return next;
  });
}
