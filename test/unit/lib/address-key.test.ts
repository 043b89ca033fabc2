import { describe, expect, it, vi } from "vitest";
import { addressKey, SHARED_EGRESS_KEY } from "#core/lib/address-key.ts";
import { BoundedCache, memoizeWeak } from "#core/lib/cache.ts";
import { csvLine, textCell } from "#core/lib/csv.ts";
import { type Fetch, fetchJson } from "#core/lib/fetch-json.ts";

describe("an address key", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::FFFF:c000:207", "192.0.2.7"],
    ["0:0:0:0:0:ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:0:1::7", "2001:db8:0:1::/64"],
    ["2001:0DB8:0000:0001:ffff:ffff:ffff:ffff", "2001:db8:0:1::/64"],
    ["2001:db8::7", "2001:db8:0:0::/64"],
    ["2001:db8:1:2:3:4:5::", "2001:db8:1:2::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["unknown", "unknown"],
    ["2001:db8::/64", "2001:db8::/64"],
    ["fe80::1%eth0", "fe80::1%eth0"],
  ])("of %s is %s", (address, key) => {
    expect(addressKey(address, null)).toBe(key);
  });

  it("is the sender's zone behind the Workers' own egress, and nowhere else", () => {
    for (const egress of ["2a06:98c0:3600::103", "2a06:98c0:3600:ffff::1"]) {
      expect(addressKey(egress, "Shop.example")).toBe("worker shop.example");
      expect(addressKey(egress, null)).toBe(SHARED_EGRESS_KEY);
    }
    expect(addressKey("2a06:98c0:3601::1", "shop.example")).toBe("2a06:98c0:3601:0::/64");
    expect(addressKey("2001:db8::1", "shop.example")).toBe("2001:db8:0:0::/64");
    expect(addressKey("192.0.2.7", "shop.example")).toBe("192.0.2.7");
  });
});

describe("BoundedCache", () => {
  it("keeps the newest entries", () => {
    const cache = new BoundedCache<string, number>(3);
    for (const [value, key] of ["a", "b", "a", "c", "d"].entries()) cache.set(key, value);
    expect([...cache]).toEqual([
      ["a", 2],
      ["c", 3],
      ["d", 4],
    ]);
  });

  it("makes a value once", async () => {
    const cache = new BoundedCache<string, string>(3);
    const make = vi.fn(async () => "made");
    expect(await cache.getOrMake("a", make)).toBe("made");
    expect(await cache.getOrMake("a", make)).toBe("made");
    expect(make).toHaveBeenCalledTimes(1);
  });

  it("makes a value again that could not be made, or that was displaced", async () => {
    const cache = new BoundedCache<string, string>(1);
    const fail = () => Promise.reject(new Error("not now"));
    await expect(cache.getOrMake("a", fail)).rejects.toThrow("not now");
    expect(await cache.getOrMake("a", async () => "first")).toBe("first");
    expect(await cache.getOrMake("b", async () => "other")).toBe("other");
    expect(await cache.getOrMake("a", async () => "second")).toBe("second");
  });
});

describe("memoizeWeak", () => {
  it("makes one value for each object, with what it was first given besides", () => {
    const make = vi.fn((of: { name: string }, greeting: string) => ({ greeting: `${greeting} ${of.name}` }));
    const greetingFor = memoizeWeak(make);
    const [ada, other] = [{ name: "Ada" }, { name: "Ada" }];
    expect(greetingFor(ada, "Hello")).toEqual({ greeting: "Hello Ada" });
    expect(greetingFor(ada, "Bye")).toBe(greetingFor(ada, "Hello"));
    expect(greetingFor(other, "Hello")).not.toBe(greetingFor(ada, "Hello"));
    expect(make).toHaveBeenCalledTimes(2);
  });
});

describe("a line of CSV", () => {
  it("quotes cells with commas, quotes and line breaks, and no others", () => {
    expect(csvLine(["a", "b c", "", "d,e", 'f"g', "h\r\ni", "j\nk", " l "])).toBe(
      'a,b c,,"d,e","f""g","h\r\ni","j\nk", l \r\n',
    );
  });
});

describe("a cell of text", () => {
  it.each(["=1+1", "+1", "-1", "@A1", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠A1"])(
    "%j gets an apostrophe, so that no spreadsheet runs it",
    (text) => {
      expect(textCell(text)).toBe(`'${text}`);
    },
  );

  it.each([
    ["x;=1+1", "x;'=1+1"],
    ["x; =1", "x;' =1"],
    ["x\n=1", "x\n'=1"],
    [" =1", "' =1"],
    ["-1;-2", "'-1;'-2"],
  ])("%j becomes %j: some spreadsheets begin a cell there", (text, cell) => {
    expect(textCell(text)).toBe(cell);
  });

  it.each(["", "a;b", "order-1", "a=b", "1-2", "'=1", "‐1", "Käse"])("%j stays as it is", (text) => {
    expect(textCell(text)).toBe(text);
  });
});

const BASE_URL = "http://elsewhere.test";

describe("fetchJson", () => {
  const options = { timeoutMs: 1_000, maxBytes: 10 };
  const respondingWith = (body: BodyInit | null, status = 200): Fetch => {
    return async () => new Response(body, { status });
  };

  it("returns any status with its body", async () => {
    const response = await fetchJson(respondingWith('{"a":1}', 503), BASE_URL, {}, options);
    expect({ status: response.status, body: response.body }).toEqual({ status: 503, body: { a: 1 } });
  });

  it("returns null for an empty body", async () => {
    expect(await fetchJson(respondingWith(null, 204), BASE_URL, {}, options)).toMatchObject({ body: null });
    expect(await fetchJson(respondingWith(""), BASE_URL, {}, options)).toMatchObject({ body: null });
  });

  it("reads as much as allowed and not a byte more", async () => {
    expect(await fetchJson(respondingWith('"12345678"'), BASE_URL, {}, options)).toMatchObject({
      status: 200,
    });
    const tooMuch = fetchJson(respondingWith('"123456789"'), BASE_URL, {}, options);
    await expect(tooMuch).rejects.toThrow("response exceeds 10 bytes");
  });

  it("reads whatever comes where there is no limit", async () => {
    const unlimited = { timeoutMs: 1_000, maxBytes: Number.POSITIVE_INFINITY };
    const text = "é".repeat(1_000_000);
    const read = await fetchJson(respondingWith(JSON.stringify(text)), BASE_URL, {}, unlimited);
    expect(read.body).toBe(text);
  });

  it("does not quote a response that is not JSON", async () => {
    const failed = fetchJson(respondingWith("s3cret"), BASE_URL, {}, options);
    await expect(failed).rejects.toThrow(/^response with status 200 is not JSON$/);
  });

  it("gives up on a body that never ends, and follows no redirect", async () => {
    vi.useFakeTimers();
    const fetch = vi.fn<Fetch>(async () => new Response(new ReadableStream()));
    const failed = expect(fetchJson(fetch, BASE_URL, {}, options)).rejects.toThrow(
      "no response within 1000 ms",
    );
    await vi.advanceTimersByTimeAsync(1_000);
    await failed;
    const init = fetch.mock.calls[0]?.[1];
    expect(init?.redirect).toBe("manual");
    expect(init?.signal?.aborted).toBe(true);
  });
});
