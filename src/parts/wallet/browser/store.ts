// What every screen shows of the wallet: balances and requests that wait. Frames of the socket are hints to read them again.

import type { Wire } from "#core/wire/shared/wire-types.ts";
import { assumedNow } from "#pages/browser/kit/clock.ts";
import { isSignedOut } from "#pages/browser/kit/exchange.ts";
import {
  type Balance,
  LIVE_PATH,
  readBalances,
  readRequests,
  type Session,
  type WalletRequest,
} from "./api.ts";
import { recall, remember } from "./remembered.ts";

const POLLED_EVERY_MS = 4_000;
/** It reads again with a socket, too, in case that is dead and nobody has noticed. */
const READ_AGAIN_MS = 60_000;
const CONNECT_AGAIN_MS = 15_000;
/** A socket whose session is over ends at a ping. */
const PING_MS = 30_000;

interface StoreListener {
  change(): void;
  /** The balances have. */
  moved(): void;
  /** The service has told that something has happened to this one. */
  payment(intentId: string): void;
  signedOut(): void;
}

export class Store {
  readonly session: Session;
  /** They were so at that time: epoch milliseconds. */
  balances: { read: Balance[]; at: number } | null = recall("balances");
  /** Whether the last read has had a response. */
  isFresh = false;
  requests: WalletRequest[] = [];
  /** Whether the requests have been read. */
  isListed = false;
  readonly #on: StoreListener;
  /** The balances of the last read; empty before the first. */
  #known = "";
  #isConnected = false;
  #reading: Promise<void> | null = null;
  #timer = 0;

  constructor(session: Session, on: StoreListener) {
    this.session = session;
    this.#on = on;
  }

  begin(): void {
    this.#connect();
    void this.refresh();
    addEventListener("online", () => void this.refresh());
    document.addEventListener("visibilitychange", () => document.hidden || void this.refresh());
  }

  /** Reads once more, also when a read is under way: it may have begun before what has just happened. */
  async refresh(): Promise<void> {
    await this.#reading;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    await this.#reading;
  }

  async #read(): Promise<void> {
    clearTimeout(this.#timer);
    const [balances, requests] = await Promise.all([readBalances(), readRequests()]);
    if (isSignedOut(balances) || isSignedOut(requests)) return this.#on.signedOut();
    this.isFresh = balances.kind === "ok";
    if (balances.kind === "ok") this.balances = { read: balances.value, at: assumedNow() };
    this.isListed = requests.kind === "ok";
    if (requests.kind === "ok") this.requests = requests.value;
    if (this.isFresh) remember("balances", this.balances);
    this.#on.change();
    if (balances.kind === "ok") this.#compare(JSON.stringify(balances.value));
    const waitMs = this.#isConnected ? READ_AGAIN_MS : POLLED_EVERY_MS;
    this.#timer = setTimeout(() => document.hidden || void this.refresh(), waitMs);
  }

  #compare(balances: string): void {
    const hasMoved = this.#known !== "" && this.#known !== balances;
    this.#known = balances;
    if (hasMoved) this.#on.moved();
  }

  #hear({ payment_intent_id: id }: Wire<"WalletChangeResponse">): void {
    if (id !== undefined) this.#on.payment(id);
    void this.refresh();
  }

  #connect(): void {
    const url = new URL(LIVE_PATH, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url);
    let pinging = 0;
    socket.addEventListener("open", () => {
      this.#isConnected = true;
      pinging = setInterval(() => document.hidden || socket.send("ping"), PING_MS);
    });
    socket.addEventListener("message", ({ data }) => data === "pong" || this.#hear(JSON.parse(data)));
    socket.addEventListener("close", () => {
      this.#isConnected = false;
      clearInterval(pinging);
      void this.refresh();
      setTimeout(() => this.#connect(), CONNECT_AGAIN_MS);
    });
  }
}
