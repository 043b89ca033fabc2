import { stringify } from "uuid";
import { vi } from "vitest";
import { resetSequence } from "../simulate/platform/uuid.ts";
import { Random } from "./random.ts";

/** Until repair(), whatever is random is drawn from the seed: what runs one after another is the same in every run. */
export function seedCrypto(seed: string): void {
  const random = new Random(seed);
  const fill = <T extends ArrayBufferView>(view: T): T => random.fill(view);
  vi.spyOn(crypto, "getRandomValues").mockImplementation(fill as typeof crypto.getRandomValues);
  vi.spyOn(crypto, "randomUUID").mockImplementation(() => {
    const bytes = fill(new Uint8Array(16));
    bytes.set([0x40 | ((bytes[6] ?? 0) & 0x0f), bytes[7] ?? 0, 0x80 | ((bytes[8] ?? 0) & 0x3f)], 6);
    return stringify(bytes) as ReturnType<typeof crypto.randomUUID>;
  });
  resetSequence();
}
