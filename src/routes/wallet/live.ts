import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { asCustomer } from "../../http/auth.ts";
import { issuedAtOf } from "../../http/customer-session.ts";
import { describe } from "../../http/describe.ts";
import { socketPass } from "../../http/socket-pass.ts";
import { openLiveWallet } from "../../services/wallet/live-wallet.ts";

export const liveWallet = new Hono<AppEnv>().get(
  "/",
  describe("Wallet", {
    id: "watchWallet",
    summary: "Learn when this wallet changes, over a WebSocket",
    description:
      "Each message says only what to read again: the approvals and the balances. One comes at once, and one for each " +
      "change. Send nothing but the text `ping`, which gets `pong`. The connection is closed with 1008 once the access " +
      "token has expired or the session is over, after a day, and when this wallet has opened eight others since. Connect again.",
    responds: { 101: null, 200: "WalletChangeResponse" },
    refusals: ["upgrade_required"],
  }),
  asCustomer,
  async (c) =>
    await openLiveWallet(c.get("deps"), c.get("walletId"), { ...socketPass(c), issuedAt: issuedAtOf(c) }),
);
