// The parts of Node that the Worker uses: Worker code is compiled without Node's types.
declare module "node:zlib" {
  interface Options {
    /** What both sides know already: text may refer to it as if it stood before. */
    dictionary?: Uint8Array;
    /** It goes from 1, the fastest, to 9, the smallest. */
    level?: number;
  }
  export function crc32(data: Uint8Array): number;
  export function deflateSync(data: Uint8Array, options?: Options): Uint8Array;
  export function inflateSync(data: Uint8Array, options?: Options): Uint8Array;
}

declare module "node:async_hooks" {
  export class AsyncLocalStorage<Store> {
    getStore(): Store | undefined;
    run<Result>(store: Store, work: () => Result): Result;
  }
}
