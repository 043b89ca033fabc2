import { describe, expect, it, vi } from "vitest";
import { outcomeWithoutResponse, postWebhook } from "#core/webhooks/attempt.ts";

const NOW = Date.UTC(2026, 10, 21, 12);
const DURATION_MS = 250;
const URL = "https://shop.example.com/hooks";
const BODY = '{"type":"payment.completed"}';
const SIGNATURE = { "webhook-id": "event-1", "webhook-timestamp": "1", "webhook-signature": "v1,signature" };
const EXCERPT_BYTES = 4_096;

let now = NOW;
const clock = () => now;

/** Every request takes a quarter of a second and ends with what `respond` returns or throws. */
function stubFetch(respond: () => Response) {
  now = NOW;
  const fetch = vi.fn<typeof globalThis.fetch>(async () => {
    now += DURATION_MS;
    return respond();
  });
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

async function outcomeOf(respond: () => Response) {
  stubFetch(respond);
  return await postWebhook(fetch, { url: URL, body: BODY }, SIGNATURE, clock);
}

/** Counts how many chunks were asked for, and whether the rest was given up. */
function aBody(...chunks: (string | Uint8Array | Error)[]) {
  const state = { pulled: 0, isCancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        const chunk = chunks[state.pulled++];
        if (chunk === undefined) controller.close();
        else if (chunk instanceof Error) controller.error(chunk);
        else controller.enqueue(typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk);
      },
      cancel: () => {
        state.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { state, stream };
}

describe("the request", () => {
  it("is one POST of the signed body that follows no redirect and waits at most 15 seconds", async () => {
    const timeout = vi.spyOn(AbortSignal, "timeout");
    const fetch = stubFetch(() => new Response(null, { status: 204 }));
    await postWebhook(fetch, { url: URL, body: BODY }, SIGNATURE, clock);
    expect(timeout).toHaveBeenCalledExactlyOnceWith(15_000);
    expect(fetch).toHaveBeenCalledExactlyOnceWith(URL, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "merchant-payments/1.0",
        ...SIGNATURE,
      },
      body: BODY,
      redirect: "manual",
      signal: timeout.mock.results[0]?.value,
    });
  });
});

describe("the outcome", () => {
  const success = {
    status: 200,
    error: null,
    response: "ok",
    retryAfterMs: null,
    durationMs: DURATION_MS,
    countsAgainstEndpoint: true,
  };
  const failure = { ...success, status: null, response: null };

  it("of a response with a 2xx status has no error", async () => {
    expect(await outcomeOf(() => new Response("ok"))).toEqual(success);
  });

  it("of any other response names the status, and when to come back", async () => {
    const headers = { "retry-after": "120" };
    const busy = await outcomeOf(() => new Response("busy", { status: 429, headers }));
    const error = "responded with 429";
    expect(busy).toEqual({ ...success, status: 429, error, response: "busy", retryAfterMs: 120_000 });
  });

  it("counts a date in Retry-After from the end of the attempt", async () => {
    const headers = { "retry-after": new Date(NOW + 60_000).toUTCString() };
    const { retryAfterMs } = await outcomeOf(() => new Response("busy", { status: 503, headers }));
    expect(retryAfterMs).toBe(60_000 - DURATION_MS);
  });

  it.each([
    [
      "https://a.test",
      "no connection could be made: the host name was not found, or its certificate or TLS is at fault",
    ],
    ["http://a.test", "no connection could be made: the host name was not found"],
  ])("says what may be wrong with %s where the runtime does not", async (url, error) => {
    stubFetch(() => {
      throw new Error("internal error; reference = 7tvjjqro2vcvpd7r569i12ou");
    });
    const outcome = await postWebhook(fetch, { url, body: BODY }, SIGNATURE, clock);
    expect(outcome).toEqual({ ...failure, error });
  });

  it.each([
    [525, "the receiver's TLS failed"],
    [526, "the receiver's certificate is not valid"],
    [530, "the receiver's host name was not found"],
  ])("says what status %i of the network means", async (status, fault) => {
    const error = `responded with ${status}: ${fault}`;
    expect(await outcomeOf(() => new Response("", { status }))).toMatchObject({ status, error });
  });

  it("keeps 200 characters of an error", async () => {
    const refuse = () => {
      throw new Error("x".repeat(1_000));
    };
    expect(await outcomeOf(refuse)).toEqual({ ...failure, error: `Error: ${"x".repeat(193)}` });
  });

  it("of something thrown that is no error", async () => {
    const refuse = () => {
      throw null;
    };
    expect(await outcomeOf(refuse)).toEqual({ ...failure, error: "failed" });
  });

  it.each([true, false])(
    "of an attempt that was not made counts against the address: %s",
    (countsAgainstEndpoint) => {
      const expected = { ...failure, error: "denied", durationMs: 0, countsAgainstEndpoint };
      expect(outcomeWithoutResponse("denied", { countsAgainstEndpoint })).toEqual(expected);
    },
  );
});

describe("the excerpt of the response", () => {
  it("is empty without a body", async () => {
    expect((await outcomeOf(() => new Response(null, { status: 204 }))).response).toBe("");
  });

  it("joins the chunks, also where a character is divided between them", async () => {
    const [first, second] = [new Uint8Array([0x63, 0x61, 0x66, 0xc3]), new Uint8Array([0xa9, 0x21])];
    expect((await outcomeOf(() => new Response(aBody(first, second).stream))).response).toBe("café!");
  });

  it("shows a character that is cut off as unreadable", async () => {
    const cutOff = new Uint8Array([0x63, 0x61, 0x66, 0xc3]);
    expect((await outcomeOf(() => new Response(aBody(cutOff).stream))).response).toBe("caf\ufffd");
  });

  it("ends after 4 KB, and the rest is not read", async () => {
    const { state, stream } = aBody("a".repeat(EXCERPT_BYTES - 1), "bcd", "e");
    const { response } = await outcomeOf(() => new Response(stream));
    expect(response).toBe(`${"a".repeat(EXCERPT_BYTES - 1)}b`);
    expect(state).toEqual({ pulled: 2, isCancelled: true });
  });

  it("reads nothing after exactly 4 KB", async () => {
    const { state, stream } = aBody("a".repeat(EXCERPT_BYTES), "b");
    expect((await outcomeOf(() => new Response(stream))).response).toBe("a".repeat(EXCERPT_BYTES));
    expect(state).toEqual({ pulled: 1, isCancelled: true });
  });

  it("keeps what came of a body that breaks off", async () => {
    const { stream } = aBody("half", new Error("connection reset"));
    expect(await outcomeOf(() => new Response(stream))).toMatchObject({ status: 200, response: "half" });
  });
});
