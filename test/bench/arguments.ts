import { parseArgs } from "node:util";
import { ScriptError } from "../../src/scripts/run.ts";
import { NEIGHBOUR, NEIGHBOUR_LISTED } from "./neighbour.ts";
import { type Route, routesFor } from "./routes.ts";

const LISTED = [1_000, 100_000];
const MILLION = 1_000_000;

export interface Options {
  routes: Route[];
  hasNeighbour: boolean;
  /** Stored intents of the merchants whose lists are read. */
  listed: number[];
  /** How long each side of a route is measured. */
  measuredMs: number;
  isCheck: boolean;
  /** Measures nothing: only makes sure that the baseline repeats what the service does. */
  isVerifyOnly: boolean;
  resultFile: string;
}

/** `create` chooses `create`, `create-keyed` and so on. Throws ScriptError. */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parse(args);
  const listed = values.million ? [...LISTED, MILLION] : LISTED;
  const all = routesFor(listed);
  const named = [...all, NEIGHBOUR];
  const unknown = positionals.find((name) => !named.some((route) => isChosen(route, [name])));
  if (unknown !== undefined)
    throw new ScriptError(
      `There is no route ${unknown}: choose among ${named.map(({ name }) => name).join(", ")}.`,
    );
  const isWanted = (route: { name: string }) => positionals.length === 0 || isChosen(route, positionals);
  const routes = all.filter(isWanted);
  const hasNeighbour = isWanted(NEIGHBOUR);
  return {
    routes,
    hasNeighbour,
    listed: listed.filter(
      (size) =>
        routes.some((route) => isChosen(route, [`list-${size}`])) ||
        (hasNeighbour && size === NEIGHBOUR_LISTED),
    ),
    measuredMs: readNumber("seconds", values.seconds) * 1000,
    isCheck: values.check,
    isVerifyOnly: values["verify-only"],
    resultFile: values.result,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        check: { type: "boolean", default: false },
        "verify-only": { type: "boolean", default: false },
        million: { type: "boolean", default: false },
        seconds: { type: "string", default: "3" },
        result: { type: "string", default: "dist/bench.json" },
      },
    });
  } catch (error) {
    throw new ScriptError(error instanceof Error ? error.message : String(error));
  }
}

function isChosen({ name }: { name: string }, chosen: readonly string[]): boolean {
  return chosen.some((choice) => name === choice || name.startsWith(`${choice}-`));
}

function readNumber(name: string, text: string): number {
  const value = Number(text);
  if (value > 0 && value <= 1_000) return value;
  throw new ScriptError(`--${name} must be a number above 0 and at most 1,000.`);
}
