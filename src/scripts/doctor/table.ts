import type { Finding } from "./check.ts";

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
