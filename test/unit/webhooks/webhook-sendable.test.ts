import { describe, expect, it, vi } from "vitest";
import { sendingFault } from "../../../src/webhooks/sendable.ts";

const LIVE = { allowPrivate: false, ownHosts: [], inboxUrl: null, dohUrl: "https://resolver.test/dns-query" };

function resolveTo(respond: () => Response) {
  const fetch = vi.fn(async (_url: string) => respond());
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

describe("sendingFault", () => {
  it("is null for the sandbox's own inbox, and looks nothing up", async () => {
    const fetch = resolveTo(() => Response.json({ Status: 0 }));
    const sandbox = { ...LIVE, inboxUrl: "http://localhost:8787/sandbox/v1/inbox" };
    expect(await sendingFault(sandbox.inboxUrl, sandbox)).toBeNull();
    expect(fetch).not.toHaveBeenCalled();
  });

  it("is null for a name that resolves to a public address", async () => {
    const fetch = resolveTo(() => Response.json({ Status: 0, Answer: [{ type: 1, data: "93.184.216.34" }] }));
    expect(await sendingFault("https://Shop.com:8443/hooks", LIVE)).toBeNull();
    const names = fetch.mock.calls.map(([url]) => new URL(url).searchParams.get("name"));
    expect(names).toEqual(["shop.com", "shop.com"]);
  });

  it("counts against an address that may not be used, and looks nothing up", async () => {
    const fetch = resolveTo(() => Response.json({ Status: 0 }));
    expect(await sendingFault("https://localhost", LIVE)).toEqual({
      text: "address must have a public host name",
      countsAgainstEndpoint: true,
    });
    expect(fetch).not.toHaveBeenCalled();
  });

  it("counts against an address that resolves to a private one", async () => {
    resolveTo(() => Response.json({ Status: 0, Answer: [{ type: 1, data: "10.0.0.1" }] }));
    expect(await sendingFault("https://shop.com", LIVE)).toEqual({
      text: "address must resolve to a public address",
      countsAgainstEndpoint: true,
    });
  });

  it("does not count against an address that cannot be looked up", async () => {
    resolveTo(() => new Response("down", { status: 503 }));
    expect(await sendingFault("https://shop.com", LIVE)).toEqual({
      text: "the address could not be resolved",
      countsAgainstEndpoint: false,
    });
  });
});
