import type { Result } from "#core/domain/result.ts";

/** The value of a result that must not be a refusal. */
export function okValue<T>(result: Result<T, string>): T {
  if (!result.ok) throw new Error(result.error);
  return result.value;
}
