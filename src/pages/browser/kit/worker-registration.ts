// Registers the service worker, under a policy that allows only its own address.

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

interface WorkerOptions {
  address: string;
  scope: string;
  /** The name of the policy that the page allows. */
  policy: string;
}

/** Without it, as in a private window, the page does not open offline, and everything else works. */
export function registerWorker({ address, scope, policy }: WorkerOptions): void {
  if (!("serviceWorker" in navigator)) return;
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const rules = { createScriptURL: () => address };
  const allowed = trustedTypes?.createPolicy(policy, rules).createScriptURL(address) ?? address;
  navigator.serviceWorker.register(allowed, { scope }).catch(() => {});
}
