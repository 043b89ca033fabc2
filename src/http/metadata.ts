import { findMember } from "../wire/raw-json.ts";
import { invalid } from "./errors.ts";

const METADATA_BYTES_MAX = 16 * 1024;

/** The `metadata` of a body that has passed its schema, as the very text that came in; null when there is none. */
export function rawMetadata(body: string): string | null {
  const slice = findMember(body, "metadata");
  if (slice === null || slice === "null") return null;
  if (new TextEncoder().encode(slice).byteLength > METADATA_BYTES_MAX) {
    throw invalid([{ field: "metadata", message: "must be at most 16 KB of JSON" }]);
  }
  return slice;
}
