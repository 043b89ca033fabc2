// The name that a customer has chosen for cash desks.
import { describe, expect } from "vitest";
import { call } from "../../../support/api.ts";
import { expectInvalid } from "../../../support/error-responses.ts";
import { it } from "../../../support/it.ts";
import { makeWallet } from "../../../support/parties.ts";
import { WALLET_API } from "../../../support/paths.ts";
import { rowsOf } from "../../../support/rows.ts";

const NAME = `${WALLET_API}/name`;
const read = async (token: string) => (await call("GET", NAME, { token })).body;
const set = (token: string, name: unknown) => call("PUT", NAME, { token, json: { name } });

describe("PUT /wallet/api/v1/name", () => {
  it("gives this wallet a name, another one, and none", async ({ wallet }) => {
    const { token } = wallet;
    const other = await makeWallet();
    expect(await read(token)).toEqual({ success: true, name: null });
    for (const [given, name] of [
      [" Ada ", "Ada"],
      ["愛".repeat(40), "愛".repeat(40)],
    ]) {
      const { status, body } = await set(token, given);
      expect([status, body, await read(token)]).toEqual([200, { success: true, name }, body]);
    }
    expect((await read(other.token)).name).toBe(null);
    for (let time = 0; time < 2; time++) {
      const { status, body } = await set(token, null);
      expect([status, body, await read(token)]).toEqual([200, { success: true, name: null }, body]);
    }
    const count = "SELECT count(*) FROM wallet_names WHERE wallet_id = ?";
    expect(await rowsOf(wallet.id).value(count, wallet.id)).toBe(0);
  });

  it("refuses what is no name of one line that can be seen", async ({ wallet }) => {
    await set(wallet.token, "Ada");
    for (const name of ["", "  ", "\u200b", "a\nb", "\u202eb", "x".repeat(41), 5, undefined, "\ud800"]) {
      const { status, body } = await set(wallet.token, name);
      expect([name, status, body.details[0].field]).toEqual([name, 400, "name"]);
    }
    expectInvalid(await set(wallet.token, "\u2800"), "name", "must have a visible character");
    expect((await read(wallet.token)).name).toBe("Ada");
  });
});
