import * as z from "zod/mini";
import { STAGE_FAULTS } from "../../domain/stage.ts";
import { parseId } from "../shared/fields.ts";
import { documented, named } from "../shared/published.ts";

export const FaultsBody = named(
  "SetSandboxFaults",
  z.object({
    faults: documented(
      { description: "What goes wrong from now on, for an hour. An empty list ends all of it." },
      z.pipe(
        z.array(z.enum(STAGE_FAULTS)).check(z.maxLength(100)),
        z.transform((faults) => [...new Set(faults)]),
      ),
    ),
  }),
);

const MINUTES_MAX = 30 * 24 * 60;

export const ClockBody = named(
  "AdvanceSandboxClock",
  z.object({
    minutes: documented(
      { description: "How much later it is to be for this merchant." },
      z.int().check(z.minimum(1), z.maximum(MINUTES_MAX)),
    ),
  }),
);

export const InboxQuery = z.pipe(
  z.object({
    after: documented(
      { description: "Only what came after the message with this id.", format: "uuid" },
      z.optional(z.string()),
    ),
  }),
  z.transform(({ after }, { issues }) => {
    const id = after === undefined ? null : parseId(after);
    if (after !== undefined && id === null)
      issues.push({ code: "custom", input: after, path: ["after"], message: "must be a message's id" });
    return { after: id };
  }),
);
