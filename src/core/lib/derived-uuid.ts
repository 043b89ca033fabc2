import { stringify } from "uuid";
import { sha256 } from "./secrets.ts";
import { utf8 } from "./utf8.ts";

/** The same text always gives the same id. */
export async function uuidOf(text: string): Promise<string> {
  return derivedUuid(await sha256(utf8(text)));
}

/** A UUIDv8 from the first 16 bytes of a digest: the same digest always gives the same id. */
export function derivedUuid(digest: Uint8Array): string {
  const bytes = digest.slice(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return stringify(bytes);
}
