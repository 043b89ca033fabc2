import { SECRET_NAMES, VARIABLE_NAMES, type VariableName } from "../../main/guide/variables.ts";
import type { Finding } from "./check.ts";
import { checkClocks } from "./clocks.ts";
import { checkCodes } from "./codes.ts";
import { checkLedger, checkLedgerEvents } from "./ledger.ts";
import { checkRealm } from "./realm.ts";
import type { Rehearsal } from "./rehearsal.ts";
import { checkMasterKey, checkService } from "./service.ts";
import type { Target } from "./target.ts";
import { checkVariables } from "./variables.ts";
import { checkWebhookEgress } from "./webhook-egress.ts";
import { checkQueues, checkSettings } from "./wrangler-settings.ts";

/** Checks everything and prints a line for each check. Returns false when one has failed. */
export async function diagnose(target: Target, rehearsal: Rehearsal | null = null): Promise<boolean> {
  console.log(`Checking ${target.url} (${target.environment}).\n`);
  const findings: Finding[] = [];
  for await (const part of examine(target, rehearsal)) {
    for (const finding of part) console.log(lineOf(finding));
    findings.push(...part);
  }
  console.log(`\n${summaryOf(findings)}`);
  return findings.every(({ result }) => result !== "FAIL");
}

const NOTHING = { findings: [], clock: null };

export async function* examine(target: Target, rehearsal: Rehearsal | null): AsyncGenerator<Finding[]> {
  const { variables, wrangler } = target;
  const isKnown = (name: VariableName) => target.isComplete || !SECRET_NAMES.includes(name);
  yield await checkVariables(target, VARIABLE_NAMES.filter(isKnown));
  yield checkCodes(variables);
  yield await checkSettings(target);
  yield await checkQueues(wrangler.queues);
  const { findings, doesRespond, service } = await checkService(target);
  yield findings;
  if (service !== null) yield await checkMasterKey(service);
  yield await checkWebhookEgress({ variables, deployment: service?.deployment ?? null });
  const isEmbedded = !variables.AUTH_URL;
  const realm = isEmbedded && !doesRespond ? NOTHING : await checkRealm(target);
  yield realm.findings;
  const ledger = await checkLedger(target, rehearsal);
  yield ledger.findings;
  if (doesRespond) yield await checkLedgerEvents(target);
  const worker = service?.clock ?? null;
  yield await checkClocks({ worker, identityProvider: realm.clock, ledger: ledger.clock });
}

export function lineOf({ name, result, fault, fix }: Finding): string {
  const about = fault === null ? name : `${name}: ${sentence(fault)}`;
  return `${result.padEnd(4)} ${about}${fix === null ? "" : ` ${fix}`}`;
}

export function summaryOf(findings: readonly Finding[]): string {
  const count = (result: Finding["result"]) => findings.filter((finding) => finding.result === result).length;
  return `${count("ok")} ok, ${count("warn")} warnings, ${count("FAIL")} failed`;
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
