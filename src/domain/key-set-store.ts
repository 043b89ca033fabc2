/** A key set of the identity provider as it was read, in JSON. */
export interface KeptKeySet {
  text: string;
  readAt: number;
}

/** Shared by all instances of the service. */
export interface KeySetStore {
  find(url: string): Promise<KeptKeySet | null>;
  save(url: string, keySet: KeptKeySet): Promise<void>;
}
