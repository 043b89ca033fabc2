// Plays what needs several calls to the identity provider with a fault, and with a kill, at each of them.
import { describe, expect, it } from "vitest";
import { DependencyError } from "#core/domain/dependency-error.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { expectNothingLeftOver, sweepAfter, sweepUntilSettled } from "./half-made.ts";
import { FAULT_NAMES, type Fault, failingAt, healthy, killAtEachCall, numbered } from "./provider-faults.ts";

interface Story<Scene, Response extends { ok: boolean }> {
  /** What the tests are called: of the count of calls, of the faults and their calls, and of the kills. */
  titles: { count?: string; fault: string; at?: string; kill?: string };
  /** The names of the calls to the provider. */
  calls: readonly string[];
  begin(play: number): Promise<Scene>;
  /** How often each fault is played, if more than once. */
  plays?: number;
  act(deps: Dependencies, scene: Scene): Promise<Response>;
  /** What sweeps; the healthy service if it is left out. */
  sweeper?: Dependencies;
  /** What is late arrives before the first sweep. */
  isLateAtOnce?: boolean;
  /** What else is played with each fault. */
  more?(fault: Fault): void;
}

/** D1 decides at once, and the sweep finishes what the provider has to do. */
interface FinishedStory<Scene> extends Story<Scene, { ok: boolean }> {
  isDone(scene: Scene): Promise<boolean>;
  expectDone(scene: Scene, isDone: boolean): Promise<void>;
}

/** What fails is undone, and can be repeated. From its call `finalCall` on, counted from 1, it succeeds all the same. */
interface UndoneStory<Scene, Response extends { ok: boolean }> extends Story<Scene, Response> {
  finalCall?: number;
  expectDone(scene: Scene, response?: Response): Promise<void>;
  expectUndone(scene: Scene): Promise<void>;
}

type Play = (number: number, fault: Fault, play: number) => Promise<void>;

/** Plays a story with each fault and kill. `playKill` returns the number of calls at which a kill was tried. */
function tell<Scene>(
  { titles, calls, begin, act, plays = 1, more }: Story<Scene, { ok: boolean }>,
  play: Play,
  playKill: () => Promise<number>,
): void {
  const { count, fault: faultTitle, at = "at %s", kill } = titles;
  if (count !== undefined)
    it(count, async () => {
      const failing = failingAt(0, "refused connection");
      await act(failing.deps, await begin(0));
      expect(failing.calls).toHaveLength(calls.length);
    });
  describe.each(FAULT_NAMES)(faultTitle, (fault) => {
    it.each(numbered(calls, fault))(at, async (_, number) => {
      for (let each = 0; each < plays; each++) await play(number, fault, each);
    });
    more?.(fault);
  });
  if (kill !== undefined)
    it(kill, async () => {
      expect(await playKill()).toBeGreaterThan(calls.length);
    });
}

export async function sweepAround(
  arrive: () => Promise<void>,
  { sweeper, isLateAtOnce }: Pick<Story<never, never>, "sweeper" | "isLateAtOnce">,
) {
  if (!isLateAtOnce) await sweepAfter(2, sweeper);
  await arrive();
  await sweepUntilSettled(sweeper);
}

export function finished<Scene>(story: FinishedStory<Scene>): () => void {
  const { begin, act, isDone, expectDone, sweeper } = story;
  const play: Play = async (number, fault, each) => {
    const scene = await begin(each);
    const { deps, calls, arrive } = failingAt(number, fault);
    expect(await act(deps, scene)).toMatchObject({ ok: true });
    expect(calls.length).toBeGreaterThanOrEqual(number);
    expect(await isDone(scene)).toBe(true);
    await sweepAround(arrive, story);
    await expectDone(scene, true);
    await expectNothingLeftOver();
  };
  const playKill = () =>
    killAtEachCall(async (kill) => {
      const scene = await begin(0);
      const isKilled = await kill((deps) => act(deps, scene));
      const wasDone = await isDone(scene);
      await sweepAfter(2, sweeper);
      await sweepUntilSettled(sweeper);
      await expectDone(scene, wasDone);
      await expectNothingLeftOver();
      if (!isKilled) expect(wasDone).toBe(true);
    });
  return () => tell(story, play, playKill);
}

export function undone<Scene, Response extends { ok: boolean }>(
  story: UndoneStory<Scene, Response>,
): () => void {
  const { begin, act, expectDone, expectUndone, finalCall = Number.POSITIVE_INFINITY } = story;
  const play: Play = async (number, fault) => {
    const scene = await begin(0);
    const failing = failingAt(number, fault);
    if (number >= finalCall) {
      await expectDone(scene, await act(failing.deps, scene));
      return await expectNothingLeftOver();
    }
    await expect(act(failing.deps, scene)).rejects.toThrow(DependencyError);
    expect(failing.calls.length).toBeGreaterThanOrEqual(number);
    await sweepAround(failing.arrive, {});
    await expectUndone(scene);
    await expectNothingLeftOver();

    const again = failingAt(number, fault);
    await expect(act(again.deps, scene)).rejects.toThrow(DependencyError);
    const repeated = await act(healthy, scene);
    expect(repeated).toMatchObject({ ok: true });
    await sweepAround(again.arrive, story);
    await expectDone(scene, repeated);
    await expectNothingLeftOver();
  };
  const playKill = () =>
    killAtEachCall(async (kill) => {
      const scene = await begin(0);
      const isKilled = await kill((deps) => act(deps, scene));
      await sweepUntilSettled();
      await expectNothingLeftOver();
      if (!isKilled) return await expectDone(scene);
      await expectUndone(scene);
      expect(await act(healthy, scene)).toMatchObject({ ok: true });
    });
  return () => tell(story, play, playKill);
}
