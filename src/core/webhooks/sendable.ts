import type { Config } from "#core/config.ts";
import { endpointUrlFault } from "./endpoint-url.ts";
import { type Resolution, resolveHost } from "./resolve.ts";

interface SendingFault {
  text: string;
  /** It is false when the name could not be looked up. */
  countsAgainstEndpoint: boolean;
}

/** Whether webhooks may be sent to the URL. Checks its text and what its name resolves to at this moment. */
export async function checkEndpoint(url: string, config: Config["webhooks"]): Promise<Resolution> {
  if (url === config.inboxUrl) return { state: "ok" };
  const fault = endpointUrlFault(url, config);
  if (fault !== null) return { state: "denied", fault };
  return await resolveHost(fetch, config.dohUrl, new URL(url).hostname);
}

/**
 * Why nothing may be sent to the URL now, or null. Nothing is sent to a name that cannot be looked up, because the owner
 * of the name decides when that happens.
 */
export async function sendingFault(url: string, config: Config["webhooks"]): Promise<SendingFault | null> {
  const checked = await checkEndpoint(url, config);
  switch (checked.state) {
    case "ok":
      return null;
    case "denied":
      return { text: `address ${checked.fault}`, countsAgainstEndpoint: true };
    case "unavailable":
      return { text: "the address could not be resolved", countsAgainstEndpoint: false };
  }
}
