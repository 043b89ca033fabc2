// Who runs a piece of code: one object's instance, or one invocation of the Worker. A crash ends an actor: its memory is
// never seen again, and the promises it waits for never settle.
import { AsyncLocalStorage } from "node:async_hooks";

export class Actor {
  readonly name: string;
  readonly #parent: Actor | null;
  #hasDied = false;

  constructor(name: string, parent: Actor | null = null) {
    this.name = name;
    this.#parent = parent;
  }

  get isObject(): boolean {
    return this.name.startsWith("object ");
  }

  get isAlive(): boolean {
    return !this.#hasDied && (this.#parent?.isAlive ?? true);
  }

  die(): void {
    this.#hasDied = true;
  }

  /** Runs the code, and everything it starts, in the actor's name. */
  run<T>(code: () => T): T {
    return current.run(this, code);
  }
}

const current = new AsyncLocalStorage<Actor>();

export function currentActor(): Actor {
  const actor = current.getStore();
  if (actor === undefined) throw new Error("an effect outside of every actor");
  return actor;
}

/** Returns null for what the platform or another party does. */
export function runningActor(): Actor | null {
  return current.getStore() ?? null;
}

/** Thrown at synchronous calls of an actor that has just crashed; nobody sees what becomes of it. */
export class Crashed extends Error {}

export function never<T>(): Promise<T> {
  return new Promise<T>(() => {});
}
