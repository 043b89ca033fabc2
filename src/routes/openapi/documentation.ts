import type { Config } from "../../config.ts";
import { openApiDocument } from "./document.ts";
import { referencePage } from "./page/page.ts";
import { STYLES } from "./page/styles.ts";

/** The document and its page, ready to be answered. */
export interface Documentation {
  json: string;
  page: string;
  /** Of the page's styles, for its content security policy. */
  styleHash: string;
}

export async function makeDocumentation(config: Config): Promise<Documentation> {
  const document = openApiDocument(config);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(STYLES));
  return {
    json: JSON.stringify(document),
    page: String(await referencePage(document)),
    styleHash: `sha256-${new Uint8Array(digest).toBase64()}`,
  };
}
