// What the service has refused, in the reader's language.
import { ApiFailure } from "./api.ts";
import type { Texts } from "./texts/en.ts";

export function explain(error: unknown, { failures }: Texts): string {
  if (!(error instanceof ApiFailure)) return error instanceof Error ? error.message : String(error);
  const text = failures[error.code as keyof typeof failures];
  // The service's own words, which are English, as a sentence.
  return text ?? `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`;
}
