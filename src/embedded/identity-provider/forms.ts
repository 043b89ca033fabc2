// The bodies that people's browsers and OAuth's clients send.
import type { HonoRequest } from "hono";
import { bodyLimit } from "hono/body-limit";
import { OAuthError } from "./oauth-error.ts";

const FORM_BYTES_MAX = 16 * 1024;

/** Limits the forms of pages. */
export const limitedForm = bodyLimit({
  maxSize: FORM_BYTES_MAX,
  onError: (c) => c.text("Payload Too Large", 413),
});

/** Limits requests whose errors are OAuth's. */
export const limitedParameters = bodyLimit({
  maxSize: FORM_BYTES_MAX,
  onError() {
    throw new OAuthError("invalid_request", `The body exceeds ${FORM_BYTES_MAX} bytes`, 413);
  },
});

/** Null when the body is not `application/x-www-form-urlencoded`. */
export async function readForm(request: HonoRequest): Promise<URLSearchParams | null> {
  const [mediaType = ""] = (request.header("content-type") ?? "").split(";");
  if (mediaType.trim().toLowerCase() !== "application/x-www-form-urlencoded") return null;
  // workerd logs a warning each time .text() reads a form.
  return new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer()));
}

export type Parameters = ReadonlyMap<string, string>;

/** RFC 6749 §3.2: a parameter may occur once, and one with an empty value counts as missing. Throws OAuthError. */
export async function readParameters(request: HonoRequest): Promise<Parameters> {
  const form = await readForm(request);
  if (form === null) {
    throw new OAuthError("invalid_request", "The body must be application/x-www-form-urlencoded");
  }
  if (isRepeated(form)) throw new OAuthError("invalid_request", "Duplicated parameter");
  return new Map([...form].filter(([, value]) => value !== ""));
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
