// A chain of hashes: each covers the one before it, so that whoever changes a record has to change all that follow.
import { sha256Hex } from "./secrets.ts";

/** The place of a record in a chain. */
export interface ChainLink {
  sequence: number;
  hash: string;
}

/** The link before the first record. */
export const CHAIN_START: ChainLink = { sequence: 0, hash: "" };

/** `content`: all that the record says. */
export async function linkAfter(
  previous: ChainLink,
  content: readonly unknown[],
  sequence = previous.sequence + 1,
): Promise<ChainLink> {
  return { sequence, hash: await sha256Hex(JSON.stringify([previous.hash, sequence, ...content])) };
}

/** What can be erased is hashed under a salt, which goes with it: nothing can then be learned from the digest. */
export function saltedDigest(salt: string, text: string): Promise<string> {
  return sha256Hex(`${salt}:${text}`);
}

export function newSalt(): string {
  return crypto.getRandomValues(new Uint8Array(16)).toHex();
}
