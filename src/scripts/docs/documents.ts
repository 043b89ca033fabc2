// All that is served below /docs, and llms.txt, which says to programs where it is.
import type { Audience } from "../../core/http/describe.ts";
import type { OpenApiDocument } from "../openapi/types.ts";
import { GUIDES, guideFiles } from "./guides.ts";
import { LICENCE_NOTE } from "./page.ts";
import { referenceFiles } from "./reference.ts";

export async function documentFiles(
  document: OpenApiDocument,
  ofAudiences: ReadonlyMap<Audience, OpenApiDocument>,
  baseUrl: string,
): Promise<Map<string, string>> {
  const hasStory = document.servers.some(({ description }) => description === "sandbox");
  return new Map([
    ...(await referenceFiles(document, ofAudiences)),
    ...(await guideFiles(baseUrl)),
    ["/llms.txt", llmsText([...ofAudiences.keys()], baseUrl, hasStory)],
  ]);
}

/** Its form is that of https://llmstxt.org. */
function llmsText(audiences: readonly Audience[], baseUrl: string, hasStory: boolean): string {
  const guides = Object.entries(GUIDES).map(
    ([name, about]) => `- [${name}](${baseUrl}/docs/${name}.md): ${about}`,
  );
  const documents = audiences.map(
    (name) => `- [OpenAPI 3.1, ${name}](${baseUrl}/openapi/${name}.json): what ${name}s' developers call`,
  );
  const story = `- [Arazzo 1.0](${baseUrl}/openapi/story.arazzo.yaml): a shop's first payments, step by step, to be played\n`;
  return `# Merchant Payments

> Take payments by QR code, refund them, and be notified by signed webhooks. An HTTP API in JSON with OAuth 2.0 client credentials.

Begin with the tutorial. Send an Idempotency-Key, the order and the attempt, with all that creates or refunds; write code against \`code\`
of a failure, whose \`docs_url\` says what to do; verify webhooks over the raw body. Keep client secrets out of browsers and logs.

## Guides

${guides.join("\n")}

## Machine-readable

${documents.join("\n")}
${hasStory ? story : ""}- [client](${baseUrl}/client): the newest TypeScript client: address, SHA-512, how to install it

${LICENCE_NOTE}
`;
}
