// Shows the view of the address, and moves between views without loading the page again.
import { fill } from "#pages/browser/kit/h.ts";

export interface View {
  /** The heading, and the beginning of the document's title. */
  title: string;
  content: Node;
}

export interface Visit {
  /** What the pattern's groups matched, without the slash. */
  ids: string[];
  query: URLSearchParams;
}

export interface Route {
  pattern: RegExp;
  /** Staff have payments, totals and counters. */
  isForOwners?: true;
  show(visit: Visit): View;
}

export interface RouterOptions {
  routes: readonly Route[];
  notFound(): View;
  /** Where views are shown. */
  outlet: HTMLElement;
  titleOf(view: View): string;
  onShown(path: string): void;
}

export const BASE = "/dashboard";
export const HOME = `${BASE}/home`;

let options: RouterOptions | null = null;

export function startRouter(given: RouterOptions): void {
  options = given;
  addEventListener("popstate", () => show({ isFirst: false }));
  document.addEventListener("click", followLink);
  show({ isFirst: true });
}

export function navigate(path: string): void {
  history.pushState(null, "", path);
  show({ isFirst: false });
}

/** Remembers what a view shows, such as a filter, so that reload and back lead to it. The view shows it itself. */
export function rememberQuery(query: string): void {
  history.pushState(null, "", location.pathname + query);
}

function show({ isFirst }: { isFirst: boolean }): void {
  if (options === null) return;
  const view = find(options, location.pathname.replace(/\/+$/, ""));
  document.title = options.titleOf(view);
  fill(options.outlet, view.content);
  options.onShown(location.pathname);
  if (isFirst) return;
  scrollTo(0, 0);
  // Whoever uses a keyboard or a screen reader goes on from the new heading.
  options.outlet.querySelector<HTMLElement>("h1")?.focus();
}

function find({ routes, notFound }: RouterOptions, path: string): View {
  for (const route of routes) {
    const match = route.pattern.exec(path);
    if (match !== null)
      return route.show({ ids: match.slice(1), query: new URLSearchParams(location.search) });
  }
  return notFound();
}

/** Only a plain click on a link to another view: everything else is the browser's. */
function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target !== "") return;
  if (link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname !== BASE && !link.pathname.startsWith(`${BASE}/`)) return;
  event.preventDefault();
  navigate(link.pathname + link.search);
}
