import { addSandboxSweepPositions } from "#core/db/operations/sweep-positions.ts";
import { AUDIT_START, type AuditCursor, auditBooks, logFaults } from "#core/ledger/audit.ts";
import { sealJournal } from "#core/ledger/chain.ts";
import { settledEvent } from "#core/ledger/present.ts";
import { settleDue } from "#core/ledger/settle.ts";
import { beginSweep, resumeSweep, type SweepRun } from "#core/services/operations/resume-sweep.ts";
import { homeParts, runParts } from "#main/scheduled.ts";
import { deleteExpiredSignIns } from "./identity-provider/sign-ins.ts";
import type { SandboxDependencies } from "./services/dependencies.ts";
import { sweepSignUps } from "./services/sign-ups.ts";
import { sweepUnusedWallets } from "./services/unused-wallets.ts";

/** Settlements of the embedded ledger in one run (145 queries, 20 other calls). */
const SETTLEMENTS_MAX = 20;
/** Records of that ledger to seal, and to audit (11, 11). */
const SEALED_MAX = 1_000;
const AUDITED_MAX = 100;

declare global {
  interface SandboxSweepPositions {
    ledger_audit: true;
  }
}

addSandboxSweepPositions({ ledger_audit: "work" });

export async function sweepSandbox(deps: SandboxDependencies, env: Env): Promise<void> {
  await deps.shards.check(deps.clock());
  const run = beginSweep(deps);
  await runParts({
    ...homeParts(run),
    unused_wallets: () => sweepUnusedWallets(run),
    sign_ups: () => sweepSignUps(run),
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
  for (const settled of await settleDue(deps.db, deps.clock(), SETTLEMENTS_MAX)) {
    await env.LEDGER_EVENTS.send(settledEvent(settled));
  }
}

/** Goes through the books over and over. */
async function keepBooks(run: SweepRun, { sandboxLedger, db }: SandboxDependencies): Promise<void> {
  if (sandboxLedger === null) return;
  await sealJournal(db, SEALED_MAX);
  await resumeSweep<AuditCursor>(run, "ledger_audit", AUDIT_START, async (from) => {
    const { faults, next } = await auditBooks(db, from, AUDITED_MAX);
    logFaults(faults);
    return next;
  });
}
