import type { HonoRequest } from "hono";
import { type BodyFault, textBody } from "#core/lib/text-body.ts";
import { OAuthError } from "./oauth-error.ts";

const FORM_BYTES_MAX = 16 * 1024;

const FAULTS = {
  body_too_large: [413, `The body exceeds ${FORM_BYTES_MAX} bytes`],
  not_utf8: [400, "body must be UTF-8"],
  unsupported_charset: [415, "charset must be UTF-8"],
  unsupported_encoding: [415, "Content-Encoding must be identity"],
} as const satisfies Record<BodyFault, unknown>;

export const limitedForm = textBody(FORM_BYTES_MAX, (fault, c) => {
  const [status, message] = FAULTS[fault];
  return c.text(message, status);
});

/** Checks requests whose errors are OAuth's. */
export const limitedParameters = textBody(FORM_BYTES_MAX, (fault) => {
  const [status, message] = FAULTS[fault];
  throw new OAuthError("invalid_request", message, status);
});

/** Returns null when the body is not `application/x-www-form-urlencoded`. */
export async function readForm(request: HonoRequest): Promise<URLSearchParams | null> {
  const [mediaType = ""] = (request.header("content-type") ?? "").split(";");
  if (mediaType.trim().toLowerCase() !== "application/x-www-form-urlencoded") return null;
  return new URLSearchParams(await request.text());
}

export type Parameters = ReadonlyMap<string, string>;

/**
 * RFC 6749 §3.2: a parameter may occur once, and one with an empty value counts as missing, but for a scope, as at Keycloak.
 * Throws OAuthError.
 */
export async function readParameters(request: HonoRequest): Promise<Parameters> {
  const form = await readForm(request);
  if (form === null) {
    throw new OAuthError("invalid_request", "The body must be application/x-www-form-urlencoded");
  }
  if (isRepeated(form)) throw new OAuthError("invalid_request", "Duplicated parameter");
  return new Map([...form].filter(([name, value]) => value !== "" || name === "scope"));
}

/** Throws OAuthError. */
export function required(parameters: Parameters, name: string): string {
  const value = parameters.get(name);
  if (value === undefined) throw new OAuthError("invalid_request", `Missing form parameter: ${name}`);
  return value;
}

/** Whether a parameter occurs more than once. */
export function isRepeated(parameters: URLSearchParams): boolean {
  return new Set(parameters.keys()).size < parameters.size;
}
