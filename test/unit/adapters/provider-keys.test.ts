import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createProviderKeys } from "#core/adapters/provider-keys.ts";
import { openDatabase } from "#core/db/client.ts";
import { createKeySetStore } from "#core/db/identity-provider/provider-keys.ts";
import { HOUR, MINUTE, moveClock, setClock } from "../../support/clock.ts";
import { useMutedLog } from "../../support/faults.ts";

useMutedLog();
beforeEach(() => {
  setClock(Date.now());
});

const down = () => Promise.reject(new TypeError("Network connection lost."));
const FAILURES: Record<string, () => Promise<Response>> = {
  "does not respond": down,
  "responds with 503": async () => Response.json({ keys: [{ kid: "wrong" }] }, { status: 503 }),
  "responds with a page": async () => new Response("<html>Maintenance</html>"),
  "responds without keys": async () => Response.json({ keys: [] }),
};

/** A provider, and instances of the service that share a database. */
function startProvider() {
  const url = `https://${crypto.randomUUID()}.test/certs`;
  const provider = { respond: async () => Response.json({ keys: [{ kid: "first" }] }) };
  const store = createKeySetStore(openDatabase(env.DB));
  const start = () => {
    const fetch = () => provider.respond();
    const keys = createProviderKeys({ fetch, store, clock: () => Date.now() });
    const read = async () => (await (await keys.fetch(url)).json<{ keys: { kid: string }[] }>()).keys[0]?.kid;
    return { read, areCached: keys.areCached };
  };
  return { provider, start, store };
}

describe("while the identity provider", () => {
  it.each(Object.entries(FAILURES))("%s, its last keys are used", async (_, fail) => {
    const { provider, start } = startProvider();
    const instance = start();
    expect([await instance.read(), instance.areCached()]).toEqual(["first", false]);
    provider.respond = fail as typeof provider.respond;
    for (const reader of [instance, start()]) {
      expect([await reader.read(), reader.areCached()]).toEqual(["first", true]);
    }
  });

  it("is down for an hour, they are used, and no longer", async () => {
    const { provider, start } = startProvider();
    const instance = start();
    await instance.read();
    provider.respond = down;
    moveClock(HOUR);
    for (const reader of [instance, start()]) expect(await reader.read()).toBe("first");
    moveClock(1);
    for (const reader of [instance, start()]) await expect(reader.read()).rejects.toThrow("connection lost");
  });

  it("is down, an instance prefers what another has read since: an older key may have been withdrawn", async () => {
    const { provider, start } = startProvider();
    const [first, second] = [start(), start()];
    await first.read();
    moveClock(MINUTE);
    provider.respond = async () => Response.json({ keys: [{ kid: "second" }] });
    await second.read();
    provider.respond = down;
    expect(await first.read()).toBe("second");
  });

  it("is down, what a slow instance has read before does not replace what is stored", async () => {
    const { provider, start, store } = startProvider();
    const save = vi.spyOn(store, "save");
    await start().read();
    const [url = "", read] = save.mock.calls[0] ?? [];
    if (read === undefined) throw new Error("nothing was saved");
    await store.save(url, { text: '{"keys":[{"kid":"older"}]}', readAt: read.readAt - 1 });
    provider.respond = down;
    expect(await start().read()).toBe("first");
  });

  it("and the database are down, an instance uses the keys that it has read itself", async () => {
    const { provider, start, store } = startProvider();
    vi.spyOn(store, "save").mockRejectedValue(new Error("D1 is down"));
    vi.spyOn(store, "find").mockRejectedValue(new Error("D1 is down"));
    const instance = start();
    await instance.read();
    provider.respond = down;
    expect(await instance.read()).toBe("first");
    await expect(start().read()).rejects.toThrow("connection lost");
  });
});

it("the provider's own keys are used again when it is back", async () => {
  const { provider, start } = startProvider();
  const instance = start();
  await instance.read();
  provider.respond = down;
  await instance.read();
  provider.respond = async () => Response.json({ keys: [{ kid: "second" }] });
  expect([await instance.read(), instance.areCached()]).toEqual(["second", false]);
});

it("the same keys are stored at most every five minutes, others at once", async () => {
  const { provider, start, store } = startProvider();
  const save = vi.spyOn(store, "save");
  const { read } = start();
  await read();
  await read();
  moveClock(5 * MINUTE - 1);
  await read();
  expect(save).toHaveBeenCalledTimes(1);
  moveClock(1);
  await read();
  expect(save).toHaveBeenCalledTimes(2);
  provider.respond = async () => Response.json({ keys: [{ kid: "second" }] });
  await read();
  expect(save).toHaveBeenCalledTimes(3);
});
