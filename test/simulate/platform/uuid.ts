// Stands in for the module `uuid`, which remembers the last id's time for as long as the process lives: a run would
// depend on the one before it.
import { v7 as idOf, stringify } from "uuid";

let sequence = 0;

export { stringify };

export function resetSequence(): void {
  sequence = 0;
}

export function v7({ msecs = Date.now() }: { msecs?: number } = {}): string {
  return idOf({ msecs, seq: sequence++ });
}
