// What `npm run places` makes of a service's responses. Runs in Node.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json, text } from "node:stream/consumers";
import { afterEach, expect, it } from "vitest";

const TIME = "2026-12-01T00:00:00Z";
const DONE = "All copies of accounts are up to date.\n";

let calls: string[] = [];
let stale: (number | "failed")[] = [];

const service = createServer(async (request, response) => {
  const name = request.url?.split("/").pop() ?? "";
  calls.push(`${name} ${JSON.stringify(await json(request))}`);
  const left = name === "renew-copies" ? stale.shift() : undefined;
  const body = {
    ...{ bookmark: "before", rows: [{ merchant_id: "shop", cell: "1" }], has_more: false },
    ...{ next: left === 7 ? "shop" : null, stale: left, error: "not now" },
  };
  response.writeHead(left === "failed" ? 503 : 200).end(JSON.stringify(body));
});

afterEach(() => {
  service.close();
});

/** `left`: how many copies are stale after each call; 7 is not the last of its round. */
async function shards(args: string[], left: typeof stale) {
  [calls, stale] = [[], left];
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  const { port } = service.address() as AddressInfo;
  const env = { ...process.env, PUBLIC_URL: `http://127.0.0.1:${port}`, PLACES_TOKEN: "token" };
  const command = spawn(process.execPath, ["src/scripts/places.ts", ...args], { env });
  const [stdout, stderr, [status]] = await Promise.all([
    text(command.stdout),
    text(command.stderr),
    once(command, "close"),
  ]);
  return { status, stdout, stderr };
}

it("says that a cell is restored once no copy of an account is stale, however many rounds that takes", async () => {
  const { status, stdout } = await shards(["restore", "1", TIME], [7, 5, 3, 0]);
  expect([status, stdout]).toEqual([0, expect.stringMatching(`npm run places -- restore 1 before\n${DONE}`)]);
  const renewed = ["", "shop", "", ""].map((after) => `renew-copies {"after":"${after}"}`);
  expect(calls).toEqual([`restore {"cell":"1","to":"${TIME}"}`, ...renewed]);
});

it("says which copies are left when a round has made none", async () => {
  const { status, stdout, stderr } = await shards(["restore", "1", TIME], [3, 3, 0]);
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^3 copies .*\n {2}of shop in 1\n$/)]);
  expect(stdout).not.toContain(DONE);
});

it("renews the copies of one cell or of all", async () => {
  expect(await shards(["renew-copies", "1"], [0])).toMatchObject({ status: 0, stdout: DONE });
  expect(calls[0]).toBe('outdate-copies {"cell":"1"}');
  service.close();
  expect(await shards(["renew-copies"], ["failed"])).toMatchObject({ status: 1, stderr: "503: not now\n" });
  expect(calls[0]).toBe("outdate-copies {}");
});

it("asks the service nothing when it has too many arguments", async () => {
  const { status, stderr } = await shards(["renew-copies", "1", "2"], []);
  expect([status, stderr, calls]).toEqual([1, expect.stringContaining("--help"), []]);
});

it("says where it cannot write an export", async () => {
  const { status, stderr } = await shards(["export", "1", "--output", "/no/such/folder/1.sql"], []);
  expect([status, stderr]).toEqual([1, "/no/such/folder/1.sql exists already, or cannot be written.\n"]);
});
