import { describe, expect, it, vi } from "vitest";
import { type Fetch, fetchJson } from "../../../src/lib/fetch-json.ts";

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
