// Reads again and again while something is still moving, as long as it is shown.

const INTERVAL_MS = 2_000;

/** Calls `read` every two seconds while the element is in the page and the page is visible, until it says false. */
export function follow(element: HTMLElement, read: () => Promise<boolean>): void {
  const next = () => setTimeout(step, INTERVAL_MS);
  const step = () => {
    if (!element.isConnected) return;
    if (document.hidden) next();
    else
      read().then(
        (goesOn) => goesOn && next(),
        // Whatever has failed may work the next time.
        next,
      );
  };
  next();
}
