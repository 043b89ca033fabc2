// What can happen to a customer's connection while the payment is made. Each returns how long, in milliseconds, the
// customer had to wait for the right state once it could be seen again.
import { setMaxListeners } from "node:events";
import { follow } from "./customer.ts";
import type { Shop } from "./shop.ts";

type Disturb = (shop: Shop) => Promise<number>;

/** The page of Node: `watch` listens to what a browser's window and document say. */
const page = { window: new EventTarget(), document: Object.assign(new EventTarget(), { hidden: false }) };
Object.assign(globalThis, page);
for (const target of Object.values(page)) setMaxListeners(0, target);

/** The sockets that are open, and whether they have been cut off without a word. */
const sockets = new Set<CuttableSocket>();

class CuttableSocket extends WebSocket {
  #isDeaf = false;

  constructor(url: string) {
    super(url);
    sockets.add(this);
    this.addEventListener("message", (event) => this.#isDeaf && event.stopImmediatePropagation());
    this.addEventListener("close", (event) => this.#isDeaf && event.stopImmediatePropagation());
  }

  deafen(): void {
    this.#isDeaf = true;
  }
}

Object.assign(globalThis, { WebSocket: CuttableSocket });

const killedSocket: Disturb = async (shop) => {
  sockets.clear();
  const customer = follow(shop.url, await shop.create());
  await customer.isLive;
  for (const socket of sockets) socket.close();
  await shop.pay(customer.id);
  const since = Date.now();
  return (await customer.paidAt) - since;
};

const reload: Disturb = async (shop) => {
  const before = follow(shop.url, await shop.create());
  await before.isLive;
  before.leave();
  await shop.pay(before.id);
  const since = Date.now();
  return (await follow(shop.url, before.id).paidAt) - since;
};

/** A hidden tab whose connection has died in silence, as on a phone in a pocket. */
const hiddenTab: Disturb = async (shop) => {
  sockets.clear();
  const customer = follow(shop.url, await shop.create());
  await customer.isLive;
  for (const socket of sockets) socket.deafen();
  await shop.pay(customer.id);
  const since = Date.now();
  page.document.dispatchEvent(new Event("visibilitychange"));
  return (await customer.paidAt) - since;
};

export const disturbances: { name: string; disturb: Disturb }[] = [
  { name: "killed socket", disturb: killedSocket },
  { name: "reload", disturb: reload },
  { name: "hidden tab", disturb: hiddenTab },
];
