// The client's newest version, as its digest is noted. Runs in Node.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { packClient } from "#scripts/pack-client/client-package.ts";

const newest = () => JSON.parse(readFileSync("src/assets/client.json", "utf8"));

it("a client that has changed is another version", async () => {
  const { version, integrity } = await packClient();
  const advice = "The client has changed: run `npm run pack:client -- --next`, and commit what it writes.";
  expect({ version, integrity }, advice).toEqual(newest());
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});

it("is the same bytes whenever it is packed, with nothing of this machine", async () => {
  const [one, other] = [await packClient(), await packClient()];
  expect(one.tarball.equals(other.tarball)).toBe(true);
  // RFC 1952: no time, an unknown time being zero.
  expect(one.tarball.readUInt32LE(4)).toBe(0);
});
