// Keycloak's protocol mappers, which add claims to the tokens of a client.
import type { JWTPayload } from "jose";
import type { ProtocolMapper } from "./schema.ts";

export const MAPPER_TYPES = ["oidc-hardcoded-claim-mapper", "oidc-audience-mapper"] as const;

type JsonObject = { [name: string]: unknown };

/** Throws when a mapper's config is invalid. Clients are validated with it before they are stored. */
export function mapClaims(mappers: readonly ProtocolMapper[]): JWTPayload {
  // No prototype, so that a claim named __proto__ is an ordinary claim.
  const claims: JsonObject = Object.create(null);
  const audience = new Set<string>();
  for (const { protocolMapper, config } of mappers) {
    if (config["access.token.claim"] !== "true") continue;
    if (protocolMapper === "oidc-audience-mapper") {
      audience.add(required(config, "included.custom.audience"));
    } else {
      const path = splitClaimPath(required(config, "claim.name"));
      setClaim(claims, path, convert(required(config, "claim.value"), config["jsonType.label"]));
    }
  }
  const [first, ...others] = audience;
  if (first === undefined) return { ...claims };
  return { ...claims, aud: others.length === 0 ? first : [first, ...others] };
}

function required(config: Record<string, string>, key: string): string {
  const value = config[key];
  if (!value) throw new Error(`${key} is missing`);
  return value;
}

/** A dot separates levels; a backslash escapes the next character. */
function splitClaimPath(name: string): string[] {
  const parts = name.match(/(?:\\.|[^\\.])+/g) ?? [];
  return parts.map((part) => part.replace(/\\(.)/g, "$1"));
}

function setClaim(claims: JsonObject, path: string[], value: unknown): void {
  const [name, ...rest] = path;
  if (name === undefined) throw new Error("claim.name is empty");
  if (rest.length === 0) {
    claims[name] = value;
    return;
  }
  const nested = claims[name] ?? Object.create(null);
  if (!isObject(nested)) throw new Error(`claim ${name} is not an object`);
  claims[name] = nested;
  setClaim(nested, rest, value);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function convert(value: string, type = "String"): unknown {
  switch (type) {
    case "String":
      return value;
    case "JSON":
      return JSON.parse(value);
    default:
      throw new Error("jsonType.label is unknown");
  }
}
