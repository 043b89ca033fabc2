export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** Between two values it interpolates; NaN for none. */
function percentile(values: Iterable<number>, percent: number): number {
  const sorted = Float64Array.from(values).sort();
  const position = ((sorted.length - 1) * percent) / 100;
  const low = sorted[Math.floor(position)] ?? Number.NaN;
  const high = sorted[Math.ceil(position)] ?? Number.NaN;
  return low + (high - low) * (position % 1);
}
