import { demand, demandEqual } from "../demand.ts";
import type { Requirement } from "../requirement.ts";
import { altered } from "../transfers.ts";

const CALLS = [
  ["POST", "/v1/transactions"],
  ["GET", "/v1/transactions/unknown"],
  ["GET", "/v1/accounts/unknown"],
  ["GET", "/v1/accounts/unknown/transactions?page=1&limit=20"],
] as const;
const WRONG = [null, "Bearer wrong", "Bearer", "Basic d3Jvbmc6d3Jvbmc="];

export const AUTHENTICATION: Requirement[] = [
  {
    id: "token.required",
    text: "Every call with a wrong token, or without one, gets 401",
    async check({ ledger }) {
      for (const [method, path] of CALLS) {
        for (const authorization of WRONG) {
          const body = method === "POST" ? { body: {} } : {};
          const { status } = await ledger.call(method, path, { authorization, ...body });
          const what = `401 for ${method} ${path} with ${authorization ?? "no Authorization"}`;
          demand(status === 401, what, status);
        }
      }
    },
  },
  {
    id: "token.no-effect",
    text: "A transfer that gets 401 has no effect: it neither moves money nor takes its key",
    async check({ ledger, accounts }) {
      const pair = await accounts.pair(300);
      const before = await pair.holdings();
      const refused = pair.payment(100);
      const { status } = await ledger.send(refused, { authorization: "Bearer wrong" });
      demandEqual(status, 401, "with a wrong token");
      await pair.demandMoved(before, 0, "after a 401");
      const decided = altered(refused, pair.payment(200).body);
      await ledger.settled(await ledger.accept(decided));
      await pair.demandMoved(before, 200);
    },
  },
];
