import { type Config, readCoreConfig } from "#core/config.ts";
import * as parts from "./parts-config.ts";
import { type Intersection, makeEach } from "./together.ts";

type OfParts = Intersection<(typeof parts)[keyof typeof parts]>;
const READERS: OfParts = Object.assign({}, ...Object.values(parts));

/** Throws ConfigError with the variable's name, never its value. */
export function readConfig(env: Env): Config {
  return { ...readCoreConfig(env), ...makeEach<Env, PartConfig>(READERS, env) };
}
