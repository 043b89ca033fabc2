/** Begins a read before it is known to be needed: its failure is only that of whoever waits for it. */
export function readAhead<Found>(reading: Promise<Found>): Promise<Found> {
  reading.catch(() => {});
  return reading;
}
