import type { LiveWallets } from "#core/domain/ports/live-wallets.ts";
import type { WalletChange } from "#core/domain/wallet/live-wallet.ts";
import { call } from "./payment-intents.ts";

interface WalletStub {
  tell(change: WalletChange): Promise<void>;
  end(): Promise<void>;
  fetch(url: string, init: RequestInit): Promise<Response>;
}

export function createLiveWallets(walletOf: (walletId: string) => WalletStub): LiveWallets {
  return {
    async open(walletId, pass) {
      // Nothing of the caller's own request, as for an intent's socket.
      const url = `https://wallet/live?pass=${encodeURIComponent(JSON.stringify(pass))}`;
      const upgrade = { headers: { Upgrade: "websocket" } };
      const { webSocket } = await call(true, () => walletOf(walletId).fetch(url, upgrade));
      return new Response(null, { status: 101, webSocket });
    },
    async tell(walletId, change) {
      await call(true, () => walletOf(walletId).tell(change));
    },
    async end(walletId) {
      await call(true, () => walletOf(walletId).end());
    },
  };
}
