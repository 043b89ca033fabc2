// One merchant tries to pair with, see and revoke the tills of another.
import { COUNTERS } from "./counters.ts";
import { expectAsMissing, victim } from "./isolation.ts";

const expectMissing = (method: string, suffix: string) =>
  expectAsMissing([victim.counter.id], (id) => [method, `${COUNTERS}/${id}${suffix}`]);

export const TILL_CHECKS: Record<string, () => Promise<void>> = {
  "POST /merchant/api/v1/counters/:counterID/pairings": () => expectMissing("POST", "/pairings"),
  "GET /merchant/api/v1/counters/:counterID/tills": () => expectMissing("GET", "/tills"),
  "DELETE /merchant/api/v1/counters/:counterID/tills/:tillID": () =>
    expectMissing("DELETE", `/tills/${victim.counter.id}`),
};
