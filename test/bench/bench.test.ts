// What `npm run bench` makes of its arguments and of its measurements. Runs in Node.
import { describe, expect, it } from "vitest";
import { readOptions } from "./arguments.ts";
import { resultOf } from "./results.ts";
import type { Round, Sample } from "./rounds.ts";
import { median, medianInterval, percentile } from "./statistics.ts";
import { tableOf } from "./table.ts";

const ROUTE = { name: "create", goal: 0.85 };

function sample(perSecond: number, latencyMs = 1): Sample {
  const elapsedMs = 100_000 / perSecond;
  return { responses: 100, perSecond, elapsedMs, latencies: [latencyMs], cpuMs: 10, generatorBusy: 0.1 };
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

  it("reads how long to measure, and the file for the result", () => {
    expect(readOptions(["--seconds", "0.5", "--result", "a.json"])).toMatchObject({
      ...{ measuredMs: 500, resultFile: "a.json", isCheck: false },
    });
  });

  it("can measure nothing", () => {
    expect(readOptions(["--verify-only"]).isVerifyOnly).toBe(true);
    expect(readOptions([]).isVerifyOnly).toBe(false);
  });

  it.each([
    [["creat"], /no route creat: choose among empty, token, create/],
    [["--seconds", "0"], "--seconds must be a number above 0 and at most 1,000."],
    [["--seconds", "long"], "--seconds must be a number above 0 and at most 1,000."],
    [["--chek"], /chek/],
  ])("refuses %j", (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
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

describe("medianInterval", () => {
  it("has the ranks around the middle that 95 of 100 samples would have the median between", () => {
    const values = Array.from({ length: 101 }, (_, index) => 100 - index);
    expect(medianInterval(values)).toEqual([40, 60]);
  });

  it("is everything there is when that is little", () => {
    expect(medianInterval([3, 1, 2])).toEqual([1, 3]);
    expect(medianInterval([])).toEqual([Number.NaN, Number.NaN]);
  });
});

describe("a route's result", () => {
  it("has the median of the rounds' ratios with its interval, and each side's median rate", () => {
    const rounds = [
      round(sample(900), sample(1000)),
      round(sample(500), sample(1000)),
      round(sample(1200), sample(1250)),
    ];
    expect(resultOf(ROUTE, rounds)).toMatchObject({
      ...{ ratio: 0.9, interval: [0.5, 0.96], failure: null },
      ...{ service: { perSecond: 900, p50: 1, p99: 1, cpuMicros: 100 }, baseline: { perSecond: 1000 } },
    });
  });

  it("has the ratio of all rounds taken as one, and the processor time of all responses", () => {
    const stopped = { ...sample(1000), elapsedMs: 900, cpuMs: 30 };
    const rounds = [round(sample(1000)), round(stopped)];
    expect(resultOf(ROUTE, rounds)).toMatchObject({
      ...{ ratio: 1, wholeRatio: 0.2, service: { cpuMicros: 200 }, baseline: { cpuMicros: 100 } },
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
    const bare = { ...sample(1000), latencies: [], cpuMs: null };
    expect(resultOf(ROUTE, [round(bare, bare)])).toMatchObject({
      ...{ p99Ratios: [], failure: null },
      service: { p50: null, p99: null, cpuMicros: null },
    });
  });
});

describe("tableOf", () => {
  it("shows each figure beside the baseline's, and which goal is not reached", () => {
    const bare = { ...sample(400), latencies: [], cpuMs: null };
    const results = [
      resultOf(ROUTE, [round(sample(900, 2), sample(1000, 2))]),
      resultOf({ name: "webhooks", goal: 0.8 }, [round(bare)]),
    ];
    const [header, create, webhooks] = tableOf(results).map((line) => line.split(/\s{2,}/));
    expect(header).toEqual([
      "",
      "ratio",
      "95 %",
      "whole",
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
      "0.90",
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
      "0.40",
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
