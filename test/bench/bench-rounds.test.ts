// In which order `npm run bench` warms up and measures the two sides. Runs in Node.
import { afterEach, describe, expect, it, vi } from "vitest";
import { inTurns } from "./measure.ts";

const SAMPLE = { perSecond: 1000, latencies: [1], elapsedMs: 100, cpuMs: 10, generatorBusy: 0.1 };

describe("rounds", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Each call takes 5 ms. */
  async function inTurnsAfter(
    { warmUpMs, warmUpResponses }: { warmUpMs: number; warmUpResponses: number },
    measuredMs = 10,
  ) {
    vi.useFakeTimers({ toFake: ["performance"] });
    const asked: string[] = [];
    const sending = (what: string, responses: number) => async (durationMs: number) => {
      asked.push(`${what} ${durationMs}`);
      vi.advanceTimersByTime(5);
      return await Promise.resolve({ ...SAMPLE, responses });
    };
    const contestant = (side: string, responses: number) => ({
      warmUp: sending(`warm up ${side}`, responses),
      measure: sending(side, responses),
    });
    const contestants = { service: contestant("service", 900), baseline: contestant("baseline", 2_000) };
    const pace = { roundMs: 1, settleMs: 0, warmUpResponses };
    const rounds = await inTurns(contestants, pace, { measuredMs, warmUpMs });
    return { rounds: rounds.length, asked };
  }
  const TURNS = ["service 1", "baseline 1", "baseline 1", "service 1"];

  const WARM_UP = ["warm up service 1000", "warm up baseline 1000"];

  it("begin when each side has answered often enough, in turns", async () => {
    const { asked } = await inTurnsAfter({ warmUpMs: 4, warmUpResponses: 2_000 });
    expect(asked.slice(0, 10)).toEqual([...WARM_UP, ...WARM_UP, ...WARM_UP, ...TURNS]);
  });

  it("begin when each side has been warmed up for long enough", async () => {
    const { asked } = await inTurnsAfter({ warmUpMs: 8, warmUpResponses: 1 });
    expect(asked.slice(0, 8)).toEqual([...WARM_UP, ...WARM_UP, ...TURNS]);
  });

  it("are as many as fill the time, but enough for a median", async () => {
    const warmUp = { warmUpMs: 1, warmUpResponses: 1 };
    expect(await inTurnsAfter(warmUp, 30)).toMatchObject({ rounds: 30 });
    expect(await inTurnsAfter(warmUp, 3)).toMatchObject({ rounds: 24 });
  });
});
