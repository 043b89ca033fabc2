import { type Config, readCoreConfig } from "#core/config.ts";
import { addRows } from "#core/domain/open-list.ts";
import { type Intersection, makeEach } from "./merge-lists.ts";
import * as parts from "./parts-config.ts";

type OfParts = Intersection<(typeof parts)[keyof typeof parts]>;
const READERS: OfParts = addRows({} as OfParts, ...Object.values(parts));

/** Throws ConfigError with the variable's name, never its value. */
export function readConfig(env: Env): Config {
  return { ...readCoreConfig(env), ...makeEach<Env, PartConfig>(READERS, env) };
}
