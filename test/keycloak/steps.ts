import type { RunStep } from "./play.ts";

/** Plays steps and prints a row for each. A step that fails is thrown on, so that the scenario ends there. */
export class Steps {
  #played = 0;
  #startedAt = Date.now();

  readonly run: RunStep = async (name, play) => {
    const from = Date.now();
    try {
      const result = await play();
      this.#print("ok", from, name);
      return result;
    } catch (error) {
      this.#print("FAILED", from, name);
      throw error;
    } finally {
      this.#played++;
    }
  };

  get summary(): string {
    return `${this.#played} steps in ${seconds(this.#startedAt)}`;
  }

  #print(outcome: string, from: number, name: string): void {
    console.log(`${outcome.padEnd(6)} ${seconds(from).padStart(7)}  ${name}`);
  }
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}
