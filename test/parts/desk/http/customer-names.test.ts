// What a desk is shown of a customer who has chosen a name.
import { expect, it } from "vitest";
import { storeWalletName } from "#core/db/wallet/wallet-names.ts";
import { openCustomerSession } from "#core/services/sessions/customer-sessions.ts";
import { useStoppedClock } from "../../../support/clock.ts";
import { callAsDesk, DESK_API, openDesk, postToDesk } from "../../../support/desks.ts";
import { makeWallet } from "../../../support/parties.ts";
import { showCode } from "../../../support/scan-tokens.ts";
import { db, deps } from "../../../support/seeds.ts";

useStoppedClock();

const LABEL = "ada.lovelace@example.com";

async function makeNamed() {
  const wallet = await makeWallet();
  await openCustomerSession(deps, { walletId: wallet.id, isClaimed: false, label: LABEL }, null);
  await storeWalletName(db, wallet.id, "Ada", 1);
  return wallet;
}

it("is the name beside the address, which is whole after a scan", async () => {
  const { secret } = await openDesk();
  const wallet = await makeNamed();
  const find = async (code: string) =>
    (await callAsDesk(secret, "POST", `${DESK_API}/customers`, { json: { code } })).body.customer;
  const shown = { wallet_id: wallet.id, chosen_name: "Ada", currencies: ["USD"] };
  expect(await find((await showCode(wallet)).code)).toEqual({ ...shown, name: LABEL });
  expect(await find(wallet.id)).toEqual({ ...shown, name: "a…@e….com" });
  await storeWalletName(db, wallet.id, null, 2);
  expect(await find(wallet.id)).toEqual({ ...shown, chosen_name: null, name: "a…@e….com" });
});

it("is the name alone in the day's list", async () => {
  const { secret } = await openDesk();
  const wallet = await makeNamed();
  const listed = async () => (await callAsDesk(secret, "GET", `${DESK_API}/movements`)).body.movements;
  await postToDesk(secret, "top-ups", { wallet_id: wallet.id, amount: 5 });
  expect(await listed()).toMatchObject([{ customer_name: "Ada" }]);
  await storeWalletName(db, wallet.id, null, 2);
  expect(await listed()).toMatchObject([{ customer_name: "a…@e….com" }]);
});
