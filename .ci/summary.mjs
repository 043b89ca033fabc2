// Prints, from vitest's JSON reports, each failed test with its first message, and then one line of counts. CI calls it last:
// of a long output, only the end may be kept.
import { readFileSync } from "node:fs";
import { argv } from "node:process";

const reports = argv.slice(2).map((path) => JSON.parse(readFileSync(path, "utf8")));

for (const { name, message, status, assertionResults } of reports.flatMap((report) => report.testResults)) {
  if (status === "failed" && assertionResults.length === 0) console.log(`FAILED ${name}\n  ${message}`);
  for (const test of assertionResults.filter((result) => result.status === "failed")) {
    const [reason = ""] = test.failureMessages;
    console.log(`FAILED ${name} > ${test.fullName}\n  ${reason.slice(0, 1_000).replaceAll("\n", "\n  ")}`);
  }
}

const sum = (count) => reports.reduce((total, report) => total + report[count], 0);
console.log(`${sum("numPassedTests")} passed, ${sum("numFailedTests")} failed`);
