// Registers the service worker, under a policy that allows only its own address.

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

const ADDRESS = "/pages/pos-worker.js";

export function registerWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const rules = { createScriptURL: () => ADDRESS };
  const address = trustedTypes?.createPolicy("till-worker", rules).createScriptURL(ADDRESS) ?? ADDRESS;
  // Without it, as in a private window, the till does not open offline, and everything else works.
  navigator.serviceWorker.register(address, { scope: "/pos" }).catch(() => {});
}
