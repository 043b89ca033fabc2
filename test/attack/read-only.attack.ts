// Somebody with the token for `npm run places`, which reads the databases, keeps D1 from responding to anybody else.
import { describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { callUnchecked } from "../support/sessions.ts";
import { attacked } from "./service/copy.ts";

const NUMBERS = "c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)";

describe("a statement without end", () => {
  it.each([
    `WITH RECURSIVE ${NUMBERS} SELECT count(*) FROM c`,
    `WITH ${NUMBERS} SELECT count(*) FROM c`,
    `SELECT (WITH ${NUMBERS} SELECT max(x) FROM c)`,
    `SELECT 1 WHERE EXISTS (WITH ${NUMBERS} SELECT 1 FROM c WHERE x < 0)`,
  ])("is refused, and all others get their responses: %s", async (statement) => {
    const token = attacked.variables.PLACES_TOKEN ?? "";
    const headers = { Authorization: `Bearer ${token}` };
    const query = (json: object) => callUnchecked("POST", "/internal/places/query", headers, json);
    const { body } = await query({ place: "home", statement: "SELECT 1 AS one" });
    expect(body).toMatchObject({ rows: [{ one: 1 }] });
    expect((await query({ place: "home", statement })).status).toBe(400);
    expect((await call("GET", "/health")).status).toBe(200);
  });
});
