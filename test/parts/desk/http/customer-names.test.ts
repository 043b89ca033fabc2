// What a desk is shown of a customer who has chosen a name.
import { expect, it } from "vitest";
import { storeWalletName } from "#core/db/wallet/wallet-names.ts";
import { openCustomerSession } from "#core/services/sessions/customer-sessions.ts";
import { useStoppedClock } from "../../../support/clock.ts";
import { callAsDesk, DESK_API, openDesk, postToDesk } from "../../../support/desks.ts";
import { makeWallet } from "../../../support/parties.ts";
import { db, deps } from "../../../support/seeds.ts";

useStoppedClock();

const LABEL = "ada.lovelace@example.com";

it("is the name beside the masked address, and alone in the day's list", async () => {
  const { secret } = await openDesk();
  const wallet = await makeWallet();
  await openCustomerSession(deps, { walletId: wallet.id, isClaimed: false, label: LABEL }, null);
  await postToDesk(secret, "top-ups", { wallet_id: wallet.id, amount: 5 });
  const json = { code: wallet.id };
  const found = async () =>
    (await callAsDesk(secret, "POST", `${DESK_API}/customers`, { json })).body.customer;
  const listed = async () => (await callAsDesk(secret, "GET", `${DESK_API}/movements`)).body.movements;
  const shown = { wallet_id: wallet.id, name: "a…@e….com", currencies: ["USD"] };
  for (const [index, name] of ["Ada", null].entries()) {
    await storeWalletName(db, wallet.id, name, index + 1);
    expect(await found()).toEqual({ ...shown, chosen_name: name });
    expect(await listed()).toMatchObject([{ customer_name: name ?? "a…@e….com" }]);
  }
});
