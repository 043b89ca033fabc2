// Where a deployment's data is: chosen before anything is made, because nothing moves it later, and in wrangler.toml from then on.
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { JURISDICTIONS, LOCATIONS, readDataLocation } from "../../core/lib/data-location.ts";
import { ScriptError } from "../run.ts";
import type { Deployable, Settings } from "./settings.ts";

export interface Place {
  variable: "LOCATION" | "JURISDICTION";
  value: string;
}

export const PLACE_VARIABLES = ["LOCATION", "JURISDICTION"] as const;
export const PLACE_CHOICES = `LOCATION (${LOCATIONS.join(", ")}) or JURISDICTION (${JURISDICTIONS.join(", ")})`;

/** The ledger is where the live service is. */
const CONFIG = "wrangler.toml";
const SECTIONS: Record<Deployable, string> = {
  sandbox: "[vars]",
  live: "[env.live.vars]",
  ledger: "[env.live.vars]",
};

/** Returns null where it is not chosen yet. Throws ConfigError. */
export function placeIn(vars: Settings["vars"]): Place | null {
  const { jurisdiction, location } = readDataLocation(vars);
  if (jurisdiction !== null) return { variable: "JURISDICTION", value: jurisdiction };
  return location === null ? null : { variable: "LOCATION", value: location };
}

/** Adds what is given on the command line, which is noted as the deployment begins. Throws ScriptError where it is another. */
export function withGivenPlace(
  settings: Settings,
  given: Readonly<Record<string, string | undefined>>,
): Settings {
  const vars = { ...settings.vars };
  for (const name of PLACE_VARIABLES) {
    const [noted, value] = [vars[name], given[name]];
    if (noted && value && noted !== value)
      throw new ScriptError(`${name} is ${value} here, and ${noted} in ${CONFIG}: keep one.`);
    if (value) vars[name] = value;
  }
  return { ...settings, vars };
}

/** Returns true when it was not there. */
export function notePlace(environment: Deployable, { variable, value }: Place): boolean {
  const toml = readFileSync(CONFIG, "utf8");
  const changed = withSetting(toml, SECTIONS[environment], variable, value);
  if (changed === toml) return false;
  writeFileSync(CONFIG, changed);
  return true;
}

export async function askForPlace(): Promise<Place> {
  if (!process.stdin.isTTY)
    throw new ScriptError(
      `Where is the data to be, for good? Set ${PLACE_CHOICES} in the environment, or run this at a terminal.`,
    );
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    for (;;) {
      const value = (await terminal.question(`Where is the data to be, for good? ${PLACE_CHOICES}: `)).trim();
      for (const variable of PLACE_VARIABLES) {
        const choices: readonly string[] = variable === "LOCATION" ? LOCATIONS : JURISDICTIONS;
        if (choices.includes(value)) return { variable, value };
      }
    }
  } finally {
    terminal.close();
  }
}

/** The text of the configuration with this value. Throws when the section has no line for it. */
export function withSetting(toml: string, section: string, key: string, value: string): string {
  const lines = toml.split("\n");
  const start = lines.indexOf(section);
  const line = lines.findIndex((text, at) => at > start && text.startsWith(`${key} =`));
  const next = lines.findIndex((text, at) => at > start && text.startsWith("["));
  if (start < 0 || line < 0 || (next >= 0 && line > next))
    throw new Error(`there is no ${key} under ${section}`);
  lines[line] = `${key} = "${value}"`;
  return lines.join("\n");
}
