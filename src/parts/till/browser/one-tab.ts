// One of two tabs of a till sells, so that neither forgets the other's sale: a lock of the browser says which.

const LOCK = "till";
/** A page that is loaded again may still have it so long. */
const RELOAD_MS = 500;

interface Tab {
  /** It has the lock from now on; the returned function ends that. */
  sell(): () => void;
  /** Another tab has it: says so, and offers to take it over. */
  wait(takeOver: () => void): void;
}

export function sellInOneTab({ sell, wait }: Tab): void {
  const { locks } = navigator as { locks?: LockManager };
  // It is missing where the page came over plain http.
  if (locks === undefined) {
    sell();
    return;
  }
  const take = (options: LockOptions) => {
    let end = () => wait(() => take({ steal: true }));
    const hold = () => {
      end = sell();
      return new Promise<void>(() => {});
    };
    locks.request(LOCK, options, hold).catch(() => end());
  };
  take({ signal: AbortSignal.timeout(RELOAD_MS) });
}
