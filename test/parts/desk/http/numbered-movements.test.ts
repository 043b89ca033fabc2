// Movements by their number, at a desk and for administrators.
import { expect } from "vitest";
import { DAY, moveClock, useStoppedClock } from "../../../support/clock.ts";
import { asAdmin, callAsDesk, DESK_API, openDesk, postToDesk } from "../../../support/desks.ts";
import { expectInvalid } from "../../../support/error-responses.ts";
import { it } from "../../../support/it.ts";
import { makeWallet } from "../../../support/parties.ts";
import { MERCHANT_API } from "../../../support/paths.ts";

useStoppedClock();

it("are found by it, however it is typed: at the desk those of its day, by administrators those of 31", async () => {
  const { desk, secret } = await openDesk();
  const { secret: other } = await openDesk();
  const { id: wallet_id } = await makeWallet();
  const added = [];
  for (const amount of ["5", "7.50"])
    added.push((await postToDesk(secret, "top-ups", { wallet_id, amount })).body.movement);
  const [{ number }] = added;
  const first = { ...added[0], clerk: null };
  const query = `?number=${number.slice(1).toLowerCase()}`;
  const atDesk = async (session: string) =>
    (await callAsDesk(session, "GET", `${DESK_API}/movements${query}`)).body.movements;
  const listed = (more: string) => asAdmin("GET", `${MERCHANT_API}/admin/movements${more}`);
  const asAdministrator = async (more = "") => (await listed(query + more)).body.movements;
  expect([await atDesk(secret), await atDesk(other)]).toEqual([[{ ...first, customer_name: null }], []]);
  for (const more of ["", `&desk_id=${desk.id}`, `&account_id=${wallet_id}`, "&kind=top_up"])
    expect(await asAdministrator(more), more).toEqual([first]);
  expect(await asAdministrator("&kind=pay_out")).toEqual([]);
  expectInvalid(await listed("?number=12.50"), "number", "must be a number, such as #9S9WCE");
  moveClock(DAY);
  expect(await atDesk(secret)).toEqual([]);
  moveClock(29 * DAY);
  expect(await asAdministrator()).toEqual([first]);
  moveClock(2 * DAY);
  expect(await asAdministrator()).toEqual([]);
});
