export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** In which the median lies with a confidence of 95 %, if the values are independent; NaN for none. */
export function medianInterval(values: readonly number[]): [number, number] {
  const sorted = [...values].sort((one, other) => one - other);
  const half = (1.96 * Math.sqrt(sorted.length)) / 2;
  const last = sorted.length - 1;
  const low = sorted[Math.max(0, Math.floor(last / 2 - half))] ?? Number.NaN;
  const high = sorted[Math.min(last, Math.ceil(last / 2 + half))] ?? Number.NaN;
  return [low, high];
}

/** Between two values it interpolates; NaN for none. */
export function percentile(values: Iterable<number>, percent: number): number {
  const sorted = Float64Array.from(values).sort();
  const position = ((sorted.length - 1) * percent) / 100;
  const low = sorted[Math.floor(position)] ?? Number.NaN;
  const high = sorted[Math.ceil(position)] ?? Number.NaN;
  return low + (high - low) * (position % 1);
}
