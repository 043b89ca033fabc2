// What the service has refused, in the reader's language: its own words are for programs.
import { ApiFailure } from "./api.ts";
import type { Texts } from "./texts/en.ts";

export function explain(error: unknown, { failures }: Texts): string {
  const code = error instanceof ApiFailure ? error.code : "other";
  return Object.hasOwn(failures, code) ? failures[code as keyof typeof failures] : failures.other;
}
