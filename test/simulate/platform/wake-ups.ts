// The messages that stand beside an alarm while D1 lacks a change. Faults take the alarm or the message, never both:
// README.md says so.

export class WakeUps {
  readonly #queued = new Set<string>();
  readonly #lost = new Set<string>();
  readonly #hasAlarm: (intentId: string) => boolean;

  constructor(hasAlarm: (intentId: string) => boolean) {
    this.#hasAlarm = hasAlarm;
  }

  /** Until the queue accepts it, it may be refused. */
  sending(body: unknown): void {
    const intentId = intentOf(body);
    if (intentId !== null) this.#lost.add(intentId);
  }

  accepted(body: unknown): void {
    const intentId = intentOf(body);
    if (intentId === null) return;
    this.#lost.delete(intentId);
    this.#queued.add(intentId);
  }

  consumed(body: unknown): void {
    const intentId = intentOf(body);
    if (intentId !== null) this.#queued.delete(intentId);
  }

  /** Loses the messages of objects that have an alarm, and returns the others, which the queue must keep. */
  loseQueued(): { unprojectedIntentId: string }[] {
    for (const intentId of this.#queued) {
      if (!this.#hasAlarm(intentId)) continue;
      this.#queued.delete(intentId);
      this.#lost.add(intentId);
    }
    return [...this.#queued].map((unprojectedIntentId) => ({ unprojectedIntentId }));
  }

  isLost(intentId: string): boolean {
    return this.#lost.has(intentId);
  }
}

function intentOf(body: unknown): string | null {
  if (typeof body !== "object" || body === null || !("unprojectedIntentId" in body)) return null;
  return String(body.unprojectedIntentId);
}
