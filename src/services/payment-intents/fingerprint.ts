// Tells a repeated request from a different one under the same idempotency key. Keys never expire, so a fingerprint is
// compared with the request's in every version that was ever stored.
import { DependencyError } from "../../domain/dependency-error.ts";
import { sha256Hex } from "../../lib/secrets.ts";

type Operation = "create" | "scan";
type Compute = (operation: Operation, input: object) => Promise<string>;

/** The fields of a request in the order in which version 1 hashes them, whatever order they come in. */
const FIELDS_1 = [
  "amountMinor",
  "currency",
  "description",
  "reference",
  "callbackUrl",
  "walletId",
  "counterId",
  "expiresInSeconds",
  "metadataJson",
];

/**
 * By version, the first is 1. An entry is never changed: another computation, such as one with a field more, is added.
 * Releases overlap, so a new version is only compared for one release, and stored from the next one on.
 */
const VERSIONS: readonly Compute[] = [(operation, input) => hashOf(operation, input, FIELDS_1)];

/** Every version of the request's fingerprint, the one to be stored last. */
export async function fingerprintsOf(
  operation: Operation,
  input: object,
  versions = VERSIONS,
): Promise<string[]> {
  const hashes = await Promise.all(versions.map((compute) => compute(operation, input)));
  // Version 1 was stored without a number.
  return hashes.map((hash, index) => (index === 0 ? hash : `${index + 1}:${hash}`));
}

/** Throws when it cannot know, because a later release stored the fingerprint: the request can be retried. */
export function isSameRequest(stored: string | null, fingerprints: readonly string[]): boolean {
  if (stored !== null && versionOf(stored) > fingerprints.length) {
    throw new DependencyError("payment_intent", "the fingerprint was stored by a later release");
  }
  return stored !== null && fingerprints.includes(stored);
}

function versionOf(stored: string): number {
  const [version, hash] = stored.split(":");
  return hash === undefined ? 1 : Number(version);
}

/** JSON separates operation and input, so that no two requests have the same text. */
function hashOf(operation: Operation, input: object, fields: string[]): Promise<string> {
  return sha256Hex(JSON.stringify([operation, input], fields));
}
