// What `npm run bench` makes of its arguments and of its measurements. Runs in Node.
import { afterEach, describe, expect, it, vi } from "vitest";
import { readOptions } from "../../src/scripts/bench/arguments.ts";
import { inTurns, stretched, type Timing } from "../../src/scripts/bench/measure.ts";
import { resultOf } from "../../src/scripts/bench/results.ts";
import type { Round, Sample } from "../../src/scripts/bench/rounds.ts";
import { median, percentile } from "../../src/scripts/bench/statistics.ts";
import { tableOf } from "../../src/scripts/bench/table.ts";

const ROUTE = { name: "create", goal: 0.85 };

function sample(perSecond: number, latencyMs = 1): Sample {
  return { responses: 100, perSecond, latencies: [latencyMs], cpuMicros: 100, generatorBusy: 0.1 };
}

function round(service: Sample, baseline = sample(1000)): Round {
  return { service, baseline };
}

describe("readOptions", () => {
  const namesOf = (...args: string[]) => readOptions(args).routes.map(({ name }) => name);

  it("chooses every route when none is named, and lists of up to 100,000 intents", () => {
    const names = namesOf();
    expect(names).toEqual(
      expect.arrayContaining(["empty", "token", "create", "list-100000", "refund", "webhooks"]),
    );
    expect(names).not.toContain("list-1000000");
  });

  it("adds the lists of a million intents on demand", () => {
    expect(namesOf("--million")).toContain("list-1000000-filters");
    expect(readOptions(["list", "--million"]).listed).toEqual([1_000, 100_000, 1_000_000]);
  });

  it("chooses a route with all its variants", () => {
    expect(namesOf("create", "list-1000")).toEqual([
      ...["create", "create-undrawn", "create-keyed", "create-50-merchants"],
      ...["list-1000", "list-1000-cursor", "list-1000-filters"],
    ]);
  });

  it("stores only the lists that are read", () => {
    expect(readOptions(["create"]).listed).toEqual([]);
    expect(readOptions(["list-1000"]).listed).toEqual([1_000]);
    expect(readOptions(["list-100000"]).listed).toEqual([100_000]);
    expect(readOptions(["neighbour"])).toMatchObject({ listed: [100_000], routes: [], hasNeighbour: true });
  });

  it("reads the number and length of the rounds, and the file for the result", () => {
    expect(readOptions(["--rounds", "11", "--seconds", "0.5", "--result", "a.json"])).toMatchObject({
      ...{ rounds: 11, roundMs: 500, resultFile: "a.json", isCheck: false },
    });
  });

  it("can measure nothing", () => {
    expect(readOptions(["--verify-only"]).isVerifyOnly).toBe(true);
    expect(readOptions([]).isVerifyOnly).toBe(false);
  });

  it.each([
    [["creat"], /no route creat: choose among empty, token, create/],
    [["--rounds", "0"], "--rounds must be a whole number above 0 and at most 1,000."],
    [["--rounds", "1.5"], "--rounds must be a whole number above 0 and at most 1,000."],
    [["--seconds", "long"], "--seconds must be a number above 0 and at most 1,000."],
    [["--check", "--rounds", "6"], "--check needs at least 7 rounds."],
    [["--chek"], /chek/],
  ])("refuses %j", (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });
});

describe("longer rounds", () => {
  const timing = { rounds: 45, roundMs: 200, warmUpMs: 6_000, warmUpResponses: 2_000 };

  it("are as many fewer", () => {
    expect(stretched(timing, 1)).toEqual(timing);
    expect(stretched(timing, 2)).toEqual({ ...timing, rounds: 23, roundMs: 400 });
    expect(stretched(timing, 5)).toEqual({ ...timing, rounds: 9, roundMs: 1_000 });
  });

  it("are enough for a median, and never more than were asked for", () => {
    expect(stretched({ ...timing, rounds: 10 }, 5).rounds).toBe(7);
    expect(stretched({ ...timing, rounds: 3 }, 5).rounds).toBe(3);
  });
});

describe("rounds", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Each call takes 5 ms. */
  async function inTurnsAfter(warmUp: Pick<Timing, "warmUpMs" | "warmUpResponses">): Promise<string[]> {
    vi.useFakeTimers({ toFake: ["performance"] });
    const asked: string[] = [];
    const measuring = (side: string, responses: number) => async (durationMs: number) => {
      asked.push(`${side} ${durationMs}`);
      vi.advanceTimersByTime(5);
      return await Promise.resolve({ ...sample(1000), responses });
    };
    const measure = { service: measuring("service", 900), baseline: measuring("baseline", 2_000) };
    expect(await inTurns(measure, { rounds: 2, roundMs: 1, ...warmUp })).toHaveLength(2);
    return asked;
  }
  const TURNS = ["service 1", "baseline 1", "baseline 1", "service 1"];

  it("begin when each side has answered often enough", async () => {
    expect(await inTurnsAfter({ warmUpMs: 4, warmUpResponses: 2_000 })).toEqual([
      ...["service 4", "service 4", "service 4", "baseline 4"],
      ...TURNS,
    ]);
  });

  it("begin when each side has been warmed up for long enough", async () => {
    expect(await inTurnsAfter({ warmUpMs: 8, warmUpResponses: 1 })).toEqual([
      ...["service 8", "service 8", "baseline 8", "baseline 8"],
      ...TURNS,
    ]);
  });
});

describe("percentile", () => {
  it("interpolates between the two nearest values, whatever their order", () => {
    expect(percentile([4, 1, 3, 2], 50)).toBe(2.5);
    expect(percentile([10, 30, 20], 99)).toBeCloseTo(29.8);
    expect(median([7])).toBe(7);
    expect(median([])).toBeNaN();
  });
});

describe("a route's result", () => {
  it("has the median of the rounds' ratios and their range, and each side's median rate", () => {
    const rounds = [
      round(sample(900), sample(1000)),
      round(sample(500), sample(1000)),
      round(sample(1200), sample(1250)),
    ];
    expect(resultOf(ROUTE, rounds)).toMatchObject({
      ...{ ratio: 0.9, range: [0.5, 0.96], failure: null },
      ...{ service: { perSecond: 900, p50: 1, p99: 1, cpuMicros: 100 }, baseline: { perSecond: 1000 } },
    });
  });

  it("reaches the goal exactly at the goal", () => {
    expect(resultOf(ROUTE, [round(sample(850))]).failure).toBeNull();
    expect(resultOf(ROUTE, [round(sample(849))]).failure).toBe("ratio 0.849 is below 0.85");
    expect(resultOf({ name: "token", goal: null }, [round(sample(1))]).failure).toBeNull();
  });

  it("reaches no goal when nothing was measured", () => {
    expect(resultOf(ROUTE, [round(sample(0), sample(0))]).failure).toBe("ratio NaN is below 0.85");
    const late = { ...sample(1000), latencies: [Number.NaN] };
    expect(resultOf(ROUTE, [round(late)]).failure).toMatch(/^p99 is NaN times/);
  });

  it("reports the 99th percentile, where it has no goal", () => {
    const late = round(sample(900, 2), sample(1000, 1));
    expect(resultOf(ROUTE, [late], null)).toMatchObject({ p99Ratios: [2], failure: null });
  });

  it("compares the 99th percentiles of the best of three runs", () => {
    const slow = round(sample(1000, 2));
    const good = round(sample(1000, 1.4));
    const runs = [slow, slow, good, good, slow, slow];
    expect(resultOf(ROUTE, runs)).toMatchObject({ p99Ratios: [2, 1.4, 2], failure: null });
    expect(resultOf(ROUTE, [slow, slow, slow]).failure).toBe(
      "p99 is 2.00 times the baseline's, more than 1.5",
    );
  });

  it("is worth nothing when the load generator was the bottleneck", () => {
    const busy = { ...sample(1000), generatorBusy: 0.9 };
    expect(resultOf({ name: "token", goal: null }, [round(busy)]).failure).toBe(
      "the load generator was the bottleneck",
    );
  });

  it("has no percentiles where nobody waits for a response, and no processor time where none is known", () => {
    const bare = { ...sample(1000), latencies: [], cpuMicros: null };
    expect(resultOf(ROUTE, [round(bare, bare)])).toMatchObject({
      ...{ p99Ratios: [], failure: null },
      service: { p50: null, p99: null, cpuMicros: null },
    });
  });
});

describe("tableOf", () => {
  it("shows each figure beside the baseline's, and which goal is not reached", () => {
    const bare = { ...sample(400), latencies: [], cpuMicros: null };
    const results = [
      resultOf(ROUTE, [round(sample(900, 2), sample(1000, 2))]),
      resultOf({ name: "webhooks", goal: 0.8 }, [round(bare)]),
    ];
    const [header, create, webhooks] = tableOf(results).map((line) => line.split(/\s{2,}/));
    expect(header).toEqual([
      "",
      "ratio",
      "range",
      "goal",
      "req/s",
      "baseline",
      "p50 ms",
      "baseline",
      "p99 ms",
      "baseline",
      "p99 ratio",
      "CPU µs",
      "baseline",
    ]);
    expect(create).toEqual([
      "create",
      "0.90",
      "0.90–0.90",
      "≥ 0.85",
      "900",
      "1000",
      "2.00",
      "2.00",
      "2.00",
      "2.00",
      "1.00",
      "100",
      "100",
    ]);
    expect(webhooks).toEqual([
      "webhooks",
      "0.40",
      "0.40–0.40",
      "≥ 0.8",
      "400",
      "1000",
      "1.00",
      "1.00",
      "100",
      "NOT reached",
    ]);
  });
});
