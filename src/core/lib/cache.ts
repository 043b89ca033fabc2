// What an isolate caches of many values, it caches with these. ARCHITECTURE.md, "What keeps it fast", says what, and for how long it can be wrong.

/** Has at most `max` entries: a new one displaces the one that was set before all others. */
export class BoundedCache<Key, Value> extends Map<Key, Value> {
  readonly #max: number;
  constructor(max: number) {
    super();
    this.#max = max;
  }

  /** Makes it the newest entry, also when the key has a value. */
  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    const [oldest] = this.keys();
    if (oldest !== undefined && this.size > this.#max) this.delete(oldest);
    return this;
  }

  /** Caches the value and not its promise, which never settles if the request that made it is cancelled. */
  async getOrMake(key: Key, make: () => Promise<Value>): Promise<Value> {
    const cached = this.get(key);
    if (cached !== undefined) return cached;
    const value = await make();
    this.set(key, value);
    return value;
  }
}

/** Makes one value for each object, and caches it as long as the object lives. */
export function memoizeWeak<Of extends object, More extends unknown[], Value extends object>(
  make: (of: Of, ...more: More) => Value,
): (of: Of, ...more: More) => Value {
  const values = new WeakMap<Of, Value>();
  return (of, ...more) => {
    const cached = values.get(of);
    if (cached !== undefined) return cached;
    const value = make(of, ...more);
    values.set(of, value);
    return value;
  };
}

/** Asks once in `forMs` at most: in between, and while it is asked again, the last value stands. */
export function rememberBriefly<Value>(
  ask: () => Promise<Value>,
  forMs: number,
  clock: () => number,
): () => Promise<Value> {
  let last: { at: number; value: Value } | null = null;
  return async () => {
    const now = clock();
    if (last !== null) {
      if (Math.abs(now - last.at) < forMs) return last.value;
      last.at = now;
    }
    const value = await ask();
    last = { at: now, value };
    return value;
  };
}
