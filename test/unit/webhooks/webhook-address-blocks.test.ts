import { describe, expect, it, vi } from "vitest";
import type { Fetch } from "#core/lib/fetch-json.ts";
import { isPublicAddress } from "#core/webhooks/address-blocks.ts";
import { resolveHost } from "#core/webhooks/resolve.ts";

/** Each block's ends, and the neighbours outside any block. */
const BLOCKS: [cidr: string, first: string, last: string, before: string | null, after: string | null][] = [
  ["0.0.0.0/8", "0.0.0.0", "0.255.255.255", null, "1.0.0.0"],
  ["10.0.0.0/8", "10.0.0.0", "10.255.255.255", "9.255.255.255", "11.0.0.0"],
  ["100.64.0.0/10", "100.64.0.0", "100.127.255.255", "100.63.255.255", "100.128.0.0"],
  ["127.0.0.0/8", "127.0.0.0", "127.255.255.255", "126.255.255.255", "128.0.0.0"],
  ["168.63.129.16/32", "168.63.129.16", "168.63.129.16", "168.63.129.15", "168.63.129.17"],
  ["169.254.0.0/16", "169.254.0.0", "169.254.255.255", "169.253.255.255", "169.255.0.0"],
  ["172.16.0.0/12", "172.16.0.0", "172.31.255.255", "172.15.255.255", "172.32.0.0"],
  ["192.0.0.0/24", "192.0.0.0", "192.0.0.255", "191.255.255.255", "192.0.1.0"],
  ["192.0.2.0/24", "192.0.2.0", "192.0.2.255", "192.0.1.255", "192.0.3.0"],
  ["192.88.99.0/24", "192.88.99.0", "192.88.99.255", "192.88.98.255", "192.88.100.0"],
  ["192.168.0.0/16", "192.168.0.0", "192.168.255.255", "192.167.255.255", "192.169.0.0"],
  ["198.18.0.0/15", "198.18.0.0", "198.19.255.255", "198.17.255.255", "198.20.0.0"],
  ["198.51.100.0/24", "198.51.100.0", "198.51.100.255", "198.51.99.255", "198.51.101.0"],
  ["203.0.113.0/24", "203.0.113.0", "203.0.113.255", "203.0.112.255", "203.0.114.0"],
  ["224.0.0.0/4", "224.0.0.0", "239.255.255.255", "223.255.255.255", null],
  ["240.0.0.0/4", "240.0.0.0", "255.255.255.255", null, null],
  ["below 2000::/3", "::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", null, "2000::"],
  ["2001::/23", "2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", "2000:ffff::ffff", "2001:200::"],
  ["2001:db8::/32", "2001:db8::", "2001:db8:ffff::ffff", "2001:db7:ffff::ffff", "2001:db9::"],
  ["2002::/16", "2002::", "2002:ffff:ffff::ffff", "2001:ffff:ffff::ffff", "2003::"],
  ["3fff::/20", "3fff::", "3fff:fff:ffff::ffff", "3ffe:ffff:ffff::ffff", "3fff:1000::"],
  ["above 2000::/3", "4000::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff:ffff:ffff::ffff", null],
];

/** Inside the blocks above, in other forms. */
const SPECIAL = [
  "::8.8.8.8",
  "::ffff:8.8.8.8",
  "::FFFF:169.254.169.254",
  "0:0:0:0:0:ffff:7f00:1",
  "64:ff9b::8.8.8.8",
  "2002:7f00:1::",
];

const NO_ADDRESS = [
  "",
  "shop.com",
  "localhost",
  "8.8.8",
  "8.8.8.8.8",
  "8.8.8.256",
  "08.8.8.8",
  "0x8.8.8.8",
  "134744072",
  "8.8.8.8 ",
  " 8.8.8.8",
  "8.8.8.8\n",
  "8.8.8.8/32",
  "８.8.8.8",
  "[2606:4700::1]",
  "2606:4700::1%eth0",
  "2606:4700::1::",
  "2606:4700:::1",
  "2606:4700:1:2:3:4:5:6:7",
  "2606:4700::g",
  "2606:4700::1]/x[",
  "user]@[2606:4700::1",
  ":",
  "1.1.1.1:443",
];

const PUBLIC = [
  "1.1.1.1",
  "8.8.8.8",
  "93.184.216.34",
  "2606:4700:4700::1111",
  "2606:4700:4700:0:0:0:0:1111",
  "2A00:1450:4001:82A::200E",
  "2620:fe::fe",
  "2606:4700::1.2.3.4",
];

describe("isPublicAddress", () => {
  it.each(BLOCKS)("denies %s from %s to %s but not its neighbours", (_, first, last, before, after) => {
    expect([first, last].map(isPublicAddress)).toEqual([false, false]);
    for (const neighbour of [before, after]) {
      if (neighbour !== null) expect(isPublicAddress(neighbour), neighbour).toBe(true);
    }
  });

  it.each(SPECIAL)("denies %s", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(NO_ADDRESS)("denies %j, which is not an address", (text) => {
    expect(isPublicAddress(text)).toBe(false);
  });

  it.each(PUBLIC)("allows %s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

const RESOLVER = "https://resolver.test/dns-query?key=7";

const PUBLIC_A = record(1, "93.184.216.34");

const PUBLIC_AAAA = record(28, "2606:4700::6812:1a78");

const OK = { state: "ok" };

const NOT_FOUND = { state: "denied", fault: "has a host name that was not found" };

const DENIED = { state: "denied", fault: "must resolve to a public address" };

type DnsRecord = ReturnType<typeof record>;

function record(type: number, data: string) {
  return { name: "hooks.shop.com", type, TTL: 60, data };
}

/** Without an `Answer`, as resolvers do, when there are no records. */
function dns(records: DnsRecord[], status = 0): Response {
  return Response.json({
    Status: status,
    TC: false,
    ...(records.length === 0 ? {} : { Answer: records }),
  });
}

function resolver(a: () => Response | Promise<Response>, aaaa = async () => dns([])) {
  return vi.fn<Fetch>(async (url) => (new URL(url).searchParams.get("type") === "A" ? a() : aaaa()));
}

function resolve(a: DnsRecord[], aaaa: DnsRecord[] = []) {
  return resolveHost(
    resolver(
      () => dns(a),
      async () => dns(aaaa),
    ),
    RESOLVER,
    "hooks.shop.com",
  );
}

describe("resolveHost", () => {
  it("asks nothing without a resolver", async () => {
    const fetch = resolver(() => dns([]));
    expect(await resolveHost(fetch, null, "hooks.shop.com")).toEqual(OK);
    expect(fetch).not.toHaveBeenCalled();
  });

  it("asks for IPv4 and IPv6, in JSON, and follows no redirect", async () => {
    const fetch = resolver(() => dns([PUBLIC_A]));
    await resolveHost(fetch, RESOLVER, "hooks.shop.com");
    expect(fetch.mock.calls.map(([url]) => url).sort()).toEqual([
      `${RESOLVER}&name=hooks.shop.com&type=A`,
      `${RESOLVER}&name=hooks.shop.com&type=AAAA`,
    ]);
    for (const [, init] of fetch.mock.calls) {
      expect(init).toMatchObject({ headers: { accept: "application/dns-json" }, redirect: "manual" });
    }
  });

  it.each([
    ["IPv4 alone", [PUBLIC_A], []],
    ["IPv6 alone", [], [PUBLIC_AAAA]],
    ["both", [PUBLIC_A, record(1, "8.8.8.8")], [PUBLIC_AAAA]],
    ["an alias, whatever its name", [record(5, "db.internal."), PUBLIC_A], [record(5, "db.internal.")]],
    [
      "records that are no addresses",
      [record(46, "10.0.0.1"), record(65, "1 . ipv4hint=10.0.0.1"), PUBLIC_A],
      [],
    ],
  ])("is content with %s", async (_, a, aaaa) => {
    expect(await resolve(a, aaaa)).toEqual(OK);
  });

  it.each([
    ["nothing", []],
    ["an alias that ends nowhere", [record(5, "shop.com.")]],
  ])("says of a name that resolves to %s that it was not found", async (_, a) => {
    expect(await resolve(a)).toEqual(NOT_FOUND);
  });

  it.each([
    ["a private address", [record(1, "10.0.0.1")], []],
    ["loopback, as 127.0.0.1.nip.io does", [record(1, "127.0.0.1")], []],
    ["metadata", [record(1, "169.254.169.254")], []],
    ["one public and one private address", [PUBLIC_A, record(1, "192.168.0.1")], []],
    ["public IPv4 and private IPv6", [PUBLIC_A], [record(28, "fd00::1")]],
    ["private IPv4 and public IPv6", [record(1, "127.0.0.1")], [PUBLIC_AAAA]],
    ["an IPv4-mapped address", [], [record(28, "::ffff:93.184.216.34")]],
    ["an alias that ends at a private address", [record(5, "shop.com."), record(1, "172.16.0.1")], []],
    ["an address of a kind that was not requested", [PUBLIC_A, record(28, "::1")], []],
    ["an address that cannot be read", [PUBLIC_A, record(1, "0x7f.1")], []],
  ])("denies a name that resolves to %s", async (_, a, aaaa) => {
    expect(await resolve(a, aaaa)).toEqual(DENIED);
  });

  it("says of a name that does not exist that it was not found", async () => {
    const nowhere = async () => dns([], 3);
    expect(await resolveHost(resolver(nowhere, nowhere), RESOLVER, "hooks.shop.com")).toEqual(NOT_FOUND);
  });

  const FAILURES: [string, () => Response, string][] = [
    ["DNS failure of the name's own servers", () => dns([], 2), "resolver responded with DNS code 2"],
    ["a refusal", () => dns([PUBLIC_A], 5), "resolver responded with DNS code 5"],
    ["an HTTP error", () => Response.json({ Status: 0 }, { status: 503 }), "resolver responded with 503"],
    ["a redirect", () => new Response(null, { status: 302 }), "resolver responded with 302"],
    ["HTML", () => new Response("<html>"), "response with status 200 is not JSON"],
    ["an empty response", () => new Response(""), "resolver responded with 200"],
    ["JSON of another shape", () => Response.json([1]), "resolver responded with 200"],
    ["a status in words", () => Response.json({ Status: "NOERROR" }), "resolver responded with 200"],
    [
      "records of another shape",
      () => Response.json({ Status: 0, Answer: [{ data: 1 }] }),
      "resolver responded with 200",
    ],
    ["too much", () => dns(Array(1_000).fill(PUBLIC_A)), "response exceeds 16384 bytes"],
  ];

  it.each(FAILURES)("is unavailable on %s", async (_, response, message) => {
    const fetch = resolver(
      async () => dns([PUBLIC_A]),
      async () => response(),
    );
    const resolution = await resolveHost(fetch, RESOLVER, "hooks.shop.com");
    expect(resolution).toEqual({ state: "unavailable", error: new Error(message) });
  });

  it("is unavailable when the network fails", async () => {
    const error = new TypeError("Network connection lost.");
    const fetch = resolver(() => Promise.reject(error));
    expect(await resolveHost(fetch, RESOLVER, "hooks.shop.com")).toEqual({ state: "unavailable", error });
  });

  it("is unavailable after 3 seconds without a response", async () => {
    vi.useFakeTimers();
    const silent = resolver(() => new Promise(() => {}));
    const resolution = resolveHost(silent, RESOLVER, "hooks.shop.com");
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await resolution).toEqual({
      state: "unavailable",
      error: new Error("no response within 3000 ms"),
    });
  });

  it("denies a private address though the other question fails", async () => {
    const fetch = resolver(
      () => dns([record(1, "10.0.0.1")]),
      () => Promise.reject(new Error("lost")),
    );
    expect(await resolveHost(fetch, RESOLVER, "hooks.shop.com")).toEqual(DENIED);
  });
});
