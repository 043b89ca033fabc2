// A service worker opens an app offline with this. It keeps the app's own files and nothing else: what the service says is never
// kept, so that no screen shows an old status.

import { LANGUAGES } from "../../languages.ts";

interface WorkerScope extends EventTarget {
  skipWaiting(): Promise<void>;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window" }): Promise<OpenPage[]>;
    openWindow(path: string): Promise<unknown>;
  };
  registration: ServiceWorkerRegistration;
  location: Location;
}

interface OpenPage {
  focus(): Promise<unknown>;
  navigate(path: string): Promise<unknown>;
}

export interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends LifeEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

interface OfflineApp {
  /** The name of its cache, which differs from that of every other app here. */
  cache: string;
  /** Their paths. */
  pages: readonly string[];
  /** The names of its files below /pages, and `texts` for one in each language. */
  files: readonly string[];
  texts: string;
}

export const scope = globalThis as unknown as WorkerScope;

export function openOffline({ cache: name, pages, files, texts }: OfflineApp): void {
  const all = [...files, ...LANGUAGES.map((language) => `${texts}-${language}.js`)].map(
    (file) => `/pages/${file}`,
  );

  scope.addEventListener("install", (event) => {
    (event as LifeEvent).waitUntil(keepAll().then(() => scope.skipWaiting()));
  });

  scope.addEventListener("activate", (event) => {
    (event as LifeEvent).waitUntil(scope.clients.claim());
  });

  scope.addEventListener("fetch", (event) => {
    const { request } = event as FetchEvent;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== scope.location.origin) return;
    const isOwn = request.mode === "navigate" ? pages.includes(pathname) : all.includes(pathname);
    if (isOwn) (event as FetchEvent).respondWith(fetchOrRecall(request, pathname));
  });

  async function keepAll(): Promise<void> {
    const cache = await caches.open(name);
    await cache.addAll([...pages, ...all].map((path) => new Request(path, { cache: "reload" })));
  }

  /** The newest there is: what is kept is for when the service cannot be reached. */
  async function fetchOrRecall(request: Request, path: string): Promise<Response> {
    const cache = await caches.open(name);
    try {
      const response = await fetch(request);
      if (response.ok && !response.redirected) await cache.put(path, response.clone());
      return response;
    } catch (error) {
      const kept = await cache.match(path, { ignoreVary: true });
      if (kept === undefined) throw error;
      return kept;
    }
  }
}
