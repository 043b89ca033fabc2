// The URL of the service that runs in this folder: `npm start` records it for the scripts that call the service.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const FILE = ".wrangler/service.json";

/** Recorded until this script ends. */
export function noteRunningService(url: string): void {
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, `${JSON.stringify({ url })}\n`);
  process.on("exit", () => {
    if (readNote() === url) rmSync(FILE);
  });
}

/** PORT takes precedence. */
export function runningServiceUrl(): string {
  const { PORT } = process.env;
  return PORT === undefined ? (readNote() ?? "http://localhost:8787") : `http://localhost:${PORT}`;
}

function readNote(): string | null {
  try {
    return JSON.parse(readFileSync(FILE, "utf8")).url;
  } catch {
    return null;
  }
}
