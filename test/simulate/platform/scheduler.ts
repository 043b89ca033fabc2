// The only source of time and order: everything that happens in a run is an event in this queue.
import { setImmediate } from "node:timers/promises";

interface ScheduledEvent {
  at: number;
  /** Breaks ties, so that the order never depends on the heap. */
  sequence: number;
  run: () => void;
  isCancelled: boolean;
}

export type Cancel = () => void;

/** More than this, and the run is taken for a livelock. */
const STEPS_MAX = 100_000;

export class Scheduler {
  now: number;
  #heap: ScheduledEvent[] = [];
  #sequence = 0;
  #steps = 0;

  constructor(startAt: number) {
    this.now = startAt;
  }

  after(delayMs: number, run: () => void): Cancel {
    return this.at(this.now + delayMs, run);
  }

  at(time: number, run: () => void): Cancel {
    const event = { at: Math.max(time, this.now), sequence: this.#sequence++, run, isCancelled: false };
    this.#push(event);
    return () => {
      event.isCancelled = true;
    };
  }

  /** Runs every event up to and including that time. After each one, the code it woke runs until it waits again. */
  async runUntil(time: number): Promise<void> {
    // What has just been begun first gets as far as its own events.
    await setImmediate();
    for (let next = this.#heap[0]; next !== undefined && next.at <= time; next = this.#heap[0]) {
      this.#pop();
      if (next.isCancelled) continue;
      if (++this.#steps > STEPS_MAX) throw new Error("the run does not come to an end");
      this.now = next.at;
      next.run();
      await setImmediate();
    }
    this.now = Math.max(this.now, time);
  }

  #push(event: ScheduledEvent): void {
    const heap = this.#heap;
    let index = heap.push(event) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent] as ScheduledEvent;
      if (isBefore(above, event)) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = event;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (
        child + 1 < heap.length &&
        isBefore(heap[child + 1] as ScheduledEvent, heap[child] as ScheduledEvent)
      )
        child += 1;
      const below = heap[child] as ScheduledEvent;
      if (isBefore(last, below)) break;
      heap[index] = below;
      index = child;
    }
    heap[index] = last;
  }
}

function isBefore(left: ScheduledEvent, right: ScheduledEvent): boolean {
  return left.at < right.at || (left.at === right.at && left.sequence < right.sequence);
}
