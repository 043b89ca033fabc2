// A chain of hashes: each covers the one before it, so that whoever changes a record has to change all that follow.
import { sha256Hex } from "./secrets.ts";

export interface ChainLink {
  sequence: number;
  hash: string;
}

/** The link before the first record. */
export const CHAIN_START: ChainLink = { sequence: 0, hash: "" };

export interface Chain<Row> {
  /** All that a row says and that never changes: what its hash covers. */
  contentOf(row: Row): readonly unknown[];
  /** Whether what may be erased is what the digests in the content are of, where it has not been erased. */
  isErasableIntact(row: Row): Promise<boolean>;
}

/** A row has its own number, or gets the next one. */
async function linkAfter<Row>(
  { contentOf }: Chain<Row>,
  previous: ChainLink,
  row: Row & { sequence: number | null },
): Promise<ChainLink> {
  const sequence = row.sequence ?? previous.sequence + 1;
  return { sequence, hash: await sha256Hex(JSON.stringify([previous.hash, sequence, ...contentOf(row)])) };
}

/** Links rows to the end of a chain, in their order. */
export async function linkRows<Row extends { sequence: number | null }>(
  chain: Chain<Row>,
  end: ChainLink,
  rows: readonly Row[],
): Promise<(Row & ChainLink)[]> {
  const linked: (Row & ChainLink)[] = [];
  for (const row of rows) linked.push({ ...row, ...(await linkAfter(chain, linked.at(-1) ?? end, row)) });
  return linked;
}

/** `altered`: the row is not what its hash covers. `missing`: rows before it are gone. */
export interface LinkFault<Row> {
  fault: "altered" | "missing";
  row: Row;
}

/** Compares rows with their links. A row has no hash only behind `end`, the last number of the chain. */
export async function checkLinks<Content, Row extends Content & { sequence: number; hash: string | null }>(
  chain: Chain<Content>,
  previous: ChainLink,
  rows: readonly Row[],
  end: number,
): Promise<LinkFault<Row>[]> {
  const faults: LinkFault<Row>[] = [];
  let link = previous;
  for (const row of rows) {
    const { sequence, hash } = row;
    const isIntact = async () =>
      hash === null
        ? sequence > end
        : hash === (await linkAfter(chain, link, row)).hash && (await chain.isErasableIntact(row));
    if (sequence !== link.sequence + 1) faults.push({ fault: "missing", row });
    else if (!(await isIntact())) faults.push({ fault: "altered", row });
    link = { sequence, hash: hash ?? link.hash };
  }
  return faults;
}

/** What can be erased is hashed under a salt, which goes with it: nothing can then be learned from the digest. */
export function saltedDigest(salt: string, text: string): Promise<string> {
  return sha256Hex(`${salt}:${text}`);
}

export function newSalt(): string {
  return crypto.getRandomValues(new Uint8Array(16)).toHex();
}
