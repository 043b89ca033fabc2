import * as z from "zod";
import { STAGE_FAULTS } from "../../domain/stage.ts";
import { parseId } from "../shared/fields.ts";
import { documented, named } from "../shared/published.ts";

export const FaultsBody = named(
  "SetSandboxFaults",
  z.object({
    faults: documented(
      { description: "What goes wrong from now on, for an hour. An empty list ends all of it." },
      z
        .array(z.enum(STAGE_FAULTS))
        .max(100)
        .transform((faults) => [...new Set(faults)]),
    ),
  }),
);

const MINUTES_MAX = 30 * 24 * 60;

export const ClockBody = named(
  "AdvanceSandboxClock",
  z.object({
    minutes: documented(
      { description: "How much later it is to be for this merchant." },
      z.int().min(1).max(MINUTES_MAX),
    ),
  }),
);

export const InboxQuery = z
  .object({
    after: documented(
      { description: "Only what came after the message with this id.", format: "uuid" },
      z.string().optional(),
    ),
  })
  .transform(({ after }, context) => {
    const id = after === undefined ? null : parseId(after);
    if (after !== undefined && id === null)
      context.addIssue({ code: "custom", path: ["after"], message: "must be a message's id" });
    return { after: id };
  });
