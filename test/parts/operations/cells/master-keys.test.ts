// A new master key: the old one is needed until the copies of accounts have what it has sealed.
import { expect, it, vi } from "vitest";
import { copyAccount } from "#core/db/merchants/account-copies.ts";
import { countRemaining, resealValues } from "#parts/operations/services/master-keys.ts";
import { cellOf } from "../../../support/cells.ts";
import { muteLog } from "../../../support/faults.ts";
import { ACTOR, deps, seedMerchant } from "../../../support/seeds.ts";

it("a copy counts for an old master key until it is renewed", async () => {
  muteLog();
  const masterKeys = [crypto.getRandomValues(new Uint8Array(32)).toBase64(), ...deps.config.masterKeys];
  const rotating = { ...deps, config: { ...deps.config, masterKeys } };
  const reseal = async () => {
    const { resealed, masterKeys: keys } = await resealValues(rotating, ACTOR);
    return { resealed, remaining: countRemaining(keys) };
  };
  // What this runtime has signed with in other files.
  await reseal();
  const merchant = await seedMerchant();
  const cell = cellOf(merchant.id);
  await copyAccount(deps.shards, merchant.id, cell);
  const failing = vi.spyOn(cell, "batch").mockRejectedValue(new Error("D1_ERROR: the cell is gone"));
  expect(await reseal()).toEqual({ resealed: 1, remaining: 1 });
  expect(await reseal()).toEqual({ resealed: 0, remaining: 1 });
  failing.mockRestore();

  expect(await reseal()).toEqual({ resealed: 1, remaining: 0 });
});
