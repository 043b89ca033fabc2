// Where a deployment keeps its data: restricted to a jurisdiction, or near a location. GO-LIVE's first step is to choose.
import { ConfigError, readChoice } from "./variables.ts";

/** Cloudflare has them for databases, objects and queues alike. */
export const JURISDICTIONS = ["eu", "us", "fedramp"] as const satisfies DurableObjectJurisdiction[];
/** D1's hints; objects have more, where no database would be near. */
export const LOCATIONS = [
  "wnam",
  "enam",
  "weur",
  "eeur",
  "apac",
  "oc",
] as const satisfies DurableObjectLocationHint[];

export function isJurisdiction(text: string): boolean {
  return JURISDICTIONS.some((jurisdiction) => jurisdiction === text);
}

/** At most one is set: in a jurisdiction a location is ignored. */
export interface DataLocation {
  jurisdiction: (typeof JURISDICTIONS)[number] | null;
  location: (typeof LOCATIONS)[number] | null;
}

interface Variables {
  JURISDICTION?: string;
  LOCATION?: string;
}

/** Throws ConfigError. The platform itself takes a wrong location, and says nothing. */
export function readDataLocation(env: Variables): DataLocation {
  if (env.JURISDICTION && env.LOCATION)
    throw new ConfigError("LOCATION", "and JURISDICTION are both set: keep one");
  return {
    jurisdiction: env.JURISDICTION ? readChoice(env, "JURISDICTION", JURISDICTIONS, "eu") : null,
    location: env.LOCATION ? readChoice(env, "LOCATION", LOCATIONS, "weur") : null,
  };
}
