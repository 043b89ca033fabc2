// What the attacked service has logged meanwhile: it must contain no secrets, tokens or personal data.
import { readFileSync } from "node:fs";
import { Attempts } from "./attempts.ts";
import { confidential } from "./requests.ts";

export function findSecretsInLog(file: string): Attempts {
  const attempts = new Attempts();
  const log = readFileSync(file, "utf8");
  attempts.note("the log", !log.includes('"event"') && "is empty");
  for (const [text, name] of confidential) attempts.note(name, log.includes(text) && "is in the log");
  return attempts;
}
