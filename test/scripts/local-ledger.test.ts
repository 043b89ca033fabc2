// The ledger's Worker on this machine: it can be ended at any moment of its start. Runs in Node.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { localLedger } from "#scripts/local-ledger.ts";
import { freePort, isUp } from "./project-copy.ts";

const directory = mkdtempSync(join(tmpdir(), "payments-local-ledger-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

it("does not come up once it was killed while it was built, and starts again", async () => {
  const port = await freePort();
  const eventsSecret = "whsec_dGVzdC1sZWRnZXItZXZlbnRzLXNlY3JldC0zMmJ5dGU=";
  const reportUrl = "http://127.0.0.1:1/internal/ledger-events";
  const ledger = localLedger({ port, directory, token: "test-ledger-token", eventsSecret, reportUrl });
  const ended = expect(ledger.start()).rejects.toThrow("it was ended before it was up");
  await ledger.end("SIGKILL");
  await ended;
  expect(await isUp(port)).toBe(false);
  await ledger.start();
  expect(await isUp(port)).toBe(true);
  await ledger.end("SIGKILL");
  expect(await isUp(port)).toBe(false);
});
