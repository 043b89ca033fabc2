import type { PartOpenApi } from "#core/part.ts";
import { responses } from "./responses.ts";

export const openapi = {
  responses,
  words: {
    getGoLive: [
      "Read what has been seen of an integration",
      "The checklist for going live, with evidence from about the last 30 days and the latest 1,000 events. Ask the sandbox: an administrator reads it there before activating the merchant in live. Deliveries to the stage's inbox do not count.",
    ],
  },
  componentExamples: { GoLiveCheckResult: { seen_at: "2026-09-01T08:30:42.118Z" } },
} satisfies PartOpenApi;
