// The Worker's clock, which can be set. Imported before everything else.
const now = Date.now.bind(Date);
let errorMs = 0;

Date.now = () => now() + errorMs;

/** Until the next call, or the end of the process. */
export function setClock(toErrorMs: number): void {
  errorMs = toErrorMs;
}
