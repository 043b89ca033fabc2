// The contract tests can run against a process: they leave its clock, queues, objects and database alone.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { CONTRACT } from "./contract.ts";

const OF_THE_RUNTIME =
  /cloudflare:test|support\/queues|skipIf|\b(failDatabase|fireAlarm|(set|move)Clock|useStoppedClock)\b/;

it.each(CONTRACT)("%s needs no runtime of its own", (file) => {
  expect(OF_THE_RUNTIME.exec(readFileSync(file, "utf8"))?.[0]).toBeUndefined();
});
