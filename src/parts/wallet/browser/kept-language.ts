// The language of the wallet, where its service worker finds it: it cannot read what the page remembers.

const CACHE = "wallet-language";
const KEY = "/wallet/language";

/** A forbidden storage stops nothing: notifications are then in the browser's language. */
export async function keepLanguage(language: string): Promise<void> {
  try {
    await (await caches.open(CACHE)).put(KEY, new Response(language));
  } catch {
    // It works without.
  }
}

/** Returns null where it is not known. */
export async function recallLanguage(): Promise<string | null> {
  const cache = await caches.open(CACHE).catch(() => null);
  return (await (await cache?.match(KEY))?.text()) ?? null;
}
