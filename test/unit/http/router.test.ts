import { describe, expect, it } from "vitest";
import { FixedPathsFirst } from "../../../src/http/router.ts";

/** What each handler is registered for is also its name. */
function routerOf(...registered: string[]) {
  const router = new FixedPathsFirst<string>();
  for (const handler of registered) router.add(...(handler.split(" ") as [string, string]), handler);
  return (method: string, path: string) => {
    const [handlers, values] = router.match(method, path);
    return handlers.map(([handler, parameters]) => {
      const given = Object.entries(parameters).map(([name, index]) => `${name}=${values?.[Number(index)]}`);
      return [handler, ...given].join(", ");
    });
  };
}

describe("FixedPathsFirst", () => {
  const match = routerOf(
    "ALL /*",
    "POST /deliveries/recover",
    "GET /deliveries/:id",
    "POST /deliveries/:id/redeliver",
    "ALL /public/*",
    "GET /public/merchants",
    "GET /public/intents/:id",
    "GET /public/intents/:intentID/qr",
  );

  it("finds a fixed path beside one with a parameter in the same place", () => {
    expect(match("POST", "/deliveries/recover")).toEqual(["ALL /*", "POST /deliveries/recover"]);
    expect(match("POST", "/deliveries/7/redeliver")).toEqual([
      "ALL /*",
      "POST /deliveries/:id/redeliver, id=7",
    ]);
  });

  it("takes the fixed path for a parameter where only another method has it", () => {
    expect(match("GET", "/deliveries/recover")).toEqual(["ALL /*", "GET /deliveries/:id, id=recover"]);
  });

  it("runs the middleware of either kind of path, in the order in which all were added", () => {
    expect(match("GET", "/public/merchants")).toEqual(["ALL /*", "ALL /public/*", "GET /public/merchants"]);
    expect(match("GET", "/public/intents/7")).toEqual([
      "ALL /*",
      "ALL /public/*",
      "GET /public/intents/:id, id=7",
    ]);
    expect(match("GET", "/public/intents/7/qr").at(-1)).toBe("GET /public/intents/:intentID/qr, intentID=7");
    expect(match("OPTIONS", "/public/merchants")).toEqual(["ALL /*", "ALL /public/*"]);
  });

  it("runs only middleware for a path or a method that nobody has", () => {
    expect(match("GET", "/deliveries")).toEqual(["ALL /*"]);
    expect(match("PUT", "/deliveries/recover")).toEqual(["ALL /*"]);
    expect(match("GET", "/public/nothing")).toEqual(["ALL /*", "ALL /public/*"]);
  });
});
