import type { OtherRequest } from "../history.ts";
import type { OtherCommand } from "../plan.ts";
import { REQUEST_MS_MAX } from "../world.ts";

/** From when it is acknowledged until its end is asked for. */
export interface Stop<Sent = OtherCommand> {
  command: Sent;
  from: number;
  until: number;
}

/** The stops that are certainly in force: no end of one may have come later. `isSame`: whether both are about the same. */
export function stopsOf(
  requests: readonly OtherRequest[],
  begins: OtherCommand["do"],
  ends: OtherCommand["do"],
  isSame: (one: OtherCommand, other: OtherCommand) => boolean,
): Stop[] {
  return requests.flatMap(({ command, invokedAt, acknowledgedAt: from, outcome }) => {
    if (command.do !== begins || from === Number.POSITIVE_INFINITY || outcome.includes("_")) return [];
    const others = requests.filter((each) => each.command.do === ends && isSame(command, each.command));
    const lastEffectOf = (end: OtherRequest) => Math.min(end.acknowledgedAt, end.invokedAt + REQUEST_MS_MAX);
    if (others.some((end) => end.invokedAt < from && lastEffectOf(end) > invokedAt)) return [];
    const until = Math.min(...others.map((end) => end.invokedAt).filter((at) => at >= from));
    return [{ command, from, until }];
  });
}
