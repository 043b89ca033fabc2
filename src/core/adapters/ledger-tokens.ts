import type { Fetch } from "#core/lib/fetch-json.ts";
import { log } from "#core/lib/log.ts";
import { timeCall } from "#core/lib/timing.ts";

/**
 * Sends each request with the first token, and again with the next when the ledger refuses it with 401: during a
 * rotation the ledger may know only one of them. A refused request has had no effect. All attempts share the caller's
 * deadline.
 */
export function withTokens(fetch: Fetch, tokens: readonly string[]): Fetch {
  return async (input, init = {}) => {
    const headers = new Headers(init.headers);
    for (const [index, token] of tokens.entries()) {
      headers.set("Authorization", `Bearer ${token}`);
      const response = await timeCall("ledger", () => fetch(input, { ...init, headers }));
      if (response.status !== 401 || index === tokens.length - 1) return response;
      log("warn", "ledger_token_refused", { position: index + 1 });
      await response.body?.cancel();
    }
    throw new Error("no ledger token");
  };
}
