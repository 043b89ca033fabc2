import type { PartOpenApi } from "#core/part.ts";
import { responses } from "./responses.ts";
import { SANDBOX_WORDS } from "./routes/words.ts";

export const openapi = {
  responses,
  words: SANDBOX_WORDS,
  tags: {
    Sandbox: {
      description: "Only in the sandbox: funded wallets and simulated customers.",
      after: "Platform",
    },
  },
  componentExamples: {
    SandboxInboxResponse: { url: "https://payments.example.com/sandbox/v1/inbox" },
  },
} satisfies PartOpenApi;
