import { setBounded } from "./set-bounded.ts";

/** For what an isolate remembers: the value that was made of a source, as long as the key's source stays the same. */
export class KeptWhileSame<Source, Value> {
  readonly #kept = new Map<string, { source: Source; value: Value }>();
  readonly #isSame: (one: Source, other: Source) => boolean;
  readonly #most: number;

  constructor(isSame: (one: Source, other: Source) => boolean, most: number) {
    this.#isSame = isSame;
    this.#most = most;
  }

  get(key: string, source: Source, make: (source: Source) => Value): Value {
    const known = this.#kept.get(key);
    if (known !== undefined && this.#isSame(known.source, source)) return known.value;
    const value = make(source);
    setBounded(this.#kept, key, { source, value }, this.#most);
    return value;
  }
}
