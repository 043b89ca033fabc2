// Steps with a real Keycloak: refresh tokens that are good once, and locks that leave sessions alone.
import { setTimeout as sleep } from "node:timers/promises";
import { DASHBOARD_CLIENT_ID, WALLET_CLIENT_ID } from "#core/domain/identity-provider/realm.ts";
import { Browser } from "./browser.ts";
import { API, PASSWORD, type RunStep } from "./play.ts";
import { type Addresses, type Body, demand, passwordForm, requestToken } from "./requests.ts";
import type { TestOperator } from "./test-operator.ts";

/** Shorter than what the service renews ahead of time, so that each request renews. */
const TOKEN_LIFE_SECONDS = 20;
const ROUNDS = 3;
const TABS = 5;
/** Keycloak takes failures that are closer together for an attack, which it would also lock out for. */
const BETWEEN_GUESSES_MS = 1_100;
const GUESSES = 13;

export async function playRenewals(at: Addresses, step: RunStep, operator: TestOperator): Promise<void> {
  const email = `renewals-${crypto.randomUUID()}@example.com`;
  const merchant_id = crypto.randomUUID();
  await operator.addUser(email, PASSWORD, "merchant", { merchant_id: [merchant_id] });
  const refresh = (refresh_token: string) =>
    requestToken(at, { grant_type: "refresh_token", client_id: DASHBOARD_CLIENT_ID, refresh_token });
  await step("a refresh token is good once, and one that is used twice ends the sign-in", async () => {
    const first: Body = (await requestToken(at, passwordForm(email, PASSWORD))).body;
    const second = await refresh(first.refresh_token);
    demand(second.status === 200, `it cannot be used: ${second.status}`);
    const again = await refresh(first.refresh_token);
    demand(again.body.error === "invalid_grant", `it is good twice: ${again.status}`);
    const newest = await refresh(second.body.refresh_token);
    demand(newest.body.error === "invalid_grant", `the sign-in goes on: ${newest.status}`);
  });
  await step("the wallet's client takes no passwords", async () => {
    const { body } = await requestToken(at, passwordForm(email, PASSWORD, WALLET_CLIENT_ID));
    demand(body.error === "unauthorized_client", JSON.stringify(body));
  });
  await step("many tabs at once renew one session again and again, and keep it", async () => {
    const restore = await operator.setTokenLife(DASHBOARD_CLIENT_ID, TOKEN_LIFE_SECONDS);
    const browser = new Browser(at.send);
    const form = await browser.open(`${at.serviceUrl}/session/sign-in`);
    await browser.submit(form, { username: email, password: PASSWORD });
    const read = async () => (await browser.send(`${at.serviceUrl}${API}/payment-intents`, {})).status;
    for (let round = 0; round < ROUNDS; round++) {
      const statuses = await Promise.all(Array.from({ length: TABS }, read));
      demand(
        statuses.every((status) => status === 200),
        `round ${round}: ${statuses}`,
      );
    }
    await restore();
  });
  await step("guesses lock the user out, and whoever is signed in stays so", async () => {
    const session: Body = (await requestToken(at, passwordForm(email, PASSWORD))).body;
    for (let guess = 0; guess < GUESSES; guess++) {
      await requestToken(at, passwordForm(email, "a wrong password"));
      await sleep(BETWEEN_GUESSES_MS);
    }
    const locked = await requestToken(at, passwordForm(email, PASSWORD));
    demand(locked.status !== 200, "the user is not locked");
    const renewed = await refresh(session.refresh_token);
    demand(renewed.status === 200, `the session has ended: ${renewed.status}`);
  });
}
