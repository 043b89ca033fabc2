// Reads what the service has logged during a file: no line may contain a secret, a token or a personal datum.
import { readFileSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { faultsIn } from "../../support/log-watch.ts";
import { LOG } from "./copy.ts";

const read = () => (LOG === null ? "" : readFileSync(LOG, "utf8"));
const before = read().length;

afterAll(() => {
  const lines = read().slice(before).split("\n");
  expect(faultsIn(lines)).toEqual([]);
});
