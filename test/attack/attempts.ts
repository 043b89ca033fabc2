/** What one attack tried, and what of it succeeded. */
export class Attempts {
  readonly successes: string[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** `fault`: what the attacker achieved, or null when the attempt failed. */
  note(attempt: string, fault: string | null | undefined | false): void {
    this.#count += 1;
    if (fault) this.successes.push(`${attempt}: ${fault}`);
  }

  /** The attempt must be refused with one of these statuses. */
  noteStatus(attempt: string, reply: { status: number; text: string }, ...expected: number[]): void {
    const isExpected = expected.includes(reply.status);
    this.note(
      attempt,
      !isExpected && `${reply.status} instead of ${expected.join(" or ")}: ${reply.text.slice(0, 160)}`,
    );
  }
}
