import { readFileSync, renameSync, writeFileSync } from "node:fs";

/** How far the events were forwarded; kept in a file, so that a restart misses none. */
export interface Progress {
  /** The id of the last event that was forwarded; null before the first start. */
  after: string | null;
  advance(after: string): void;
}

interface Kept {
  client_id: string;
  after: string;
}

/** Throws when the file belongs to another client, or holds something else. */
export function openProgress(file: string, clientId: string): Progress {
  const kept = read(file);
  if (kept !== null && (kept.client_id !== clientId || typeof kept.after !== "string"))
    throw new TypeError(
      `${file} is not of the client ${clientId}: name another file with --progress, or delete it`,
    );
  return {
    after: kept?.after ?? null,
    advance(after) {
      this.after = after;
      // A file that is replaced is never half written.
      writeFileSync(`${file}.new`, JSON.stringify({ client_id: clientId, after } satisfies Kept));
      renameSync(`${file}.new`, file);
    },
  };
}

function read(file: string): Kept | null {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new TypeError(`${file} cannot be read: name another file with --progress, or delete it`);
  }
}
