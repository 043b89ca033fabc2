// What the sandbox adds to the OpenAPI document besides the parts of live.
import type { PartOpenApi } from "#core/part.ts";
import { IDENTITY_PROVIDER_WORDS } from "./routes/identity-provider-words.ts";

export * from "#main/parts-openapi.ts";
export { openapi as sandbox } from "./openapi.ts";

export const identityProvider = { words: IDENTITY_PROVIDER_WORDS } satisfies PartOpenApi;
