// The number that a view of a payment or movement has to show.
import { numberOf } from "#core/lib/numbers.ts";

export function numberIn({ id, created_at }: { id: string; created_at: string }): string {
  return numberOf({ id, createdAt: Date.parse(created_at) });
}
