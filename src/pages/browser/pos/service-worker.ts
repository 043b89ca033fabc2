// Opens the till offline. It keeps the till's own files and nothing else: what the service says is never kept, so that no
// screen shows an old status.

interface WorkerScope extends EventTarget {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  location: Location;
}

interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends LifeEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

const CACHE = "till";
const PAGES = ["/pos", "/pos/pair", "/pos/customer"];
const FILES = [
  "/pages/pages.css",
  "/pages/pos.css",
  "/pages/pos.js",
  "/pages/pos-camera.js",
  "/pages/favicon.svg",
  "/pages/pos.webmanifest",
  ...["en", "de", "fr", "es", "ar", "ja"].map((language) => `/pages/pos-${language}.js`),
];

const scope = globalThis as unknown as WorkerScope;

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
  const isOwn = request.mode === "navigate" ? PAGES.includes(pathname) : FILES.includes(pathname);
  if (isOwn) (event as FetchEvent).respondWith(fetchOrRecall(request, pathname));
});

async function keepAll(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([...PAGES, ...FILES].map((path) => new Request(path, { cache: "reload" })));
}

/** The newest there is: what is kept is for when the service cannot be reached. */
async function fetchOrRecall(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(CACHE);
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
