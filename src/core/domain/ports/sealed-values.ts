/** A text that is sealed under a master key. */
export interface SealedValue {
  /** The row's primary key. */
  rowKey: readonly string[];
  /** What the text was sealed for. */
  purpose: string;
  sealed: string;
}

/** All values of one kind that are sealed under a master key. */
export interface SealedValues {
  /** The counts by the id of the key; keys without values are left out. */
  countByKey(): Promise<Map<string, number>>;
  list(keyIds: readonly string[], limit: number): Promise<SealedValue[]>;
  /** Leaves a value that has changed since it was read. Returns how many were replaced. */
  replace(replacements: readonly { value: SealedValue; sealed: string }[]): Promise<number>;
}
