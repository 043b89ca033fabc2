import { METHOD_NAME_ALL, type Result, type Router, UnsupportedPathError } from "hono/router";
import { RegExpRouter } from "hono/router/reg-exp-router";
import { TrieRouter } from "hono/router/trie-router";

type Match<T> = (path: string) => Result<T>;

/**
 * Hono's fast router, beside its slow one for the routes that the fast one cannot hold with the others, such as
 * `:id/redeliver` beside `recover`: because of one of these, Hono's own choice would be the slow one for all. What matches is
 * made for a method when it is first asked for, because that takes milliseconds.
 */
export class FastRouter<T> implements Router<T> {
  readonly name = "FastRouter";
  /** The routes of the slow router, as far as they are known. */
  readonly slowPaths: string[] = [];
  readonly #routes: [method: string, path: string, handler: T][] = [];
  readonly #matches = new Map<string, Match<T>>();

  add(method: string, path: string, handler: T): void {
    this.#routes.push([method, path, handler]);
    this.#matches.clear();
  }

  match(method: string, path: string): Result<T> {
    const match = this.#matches.get(method) ?? this.#matchOf(method);
    return match(path);
  }

  #matchOf(method: string): Match<T> {
    const ofMethod = this.#routes.filter(([of]) => of === method || of === METHOD_NAME_ALL);
    const hasOwn = ofMethod.some(([of]) => of === method);
    if (!hasOwn && method !== METHOD_NAME_ALL) return (path) => this.match(METHOD_NAME_ALL, path);
    const [fast, slow] = [new RegExpRouter<T>(), new TrieRouter<T>()];
    const slowPaths: string[] = [];
    for (const [, path, handler] of ofMethod) {
      // Middleware is for all.
      const isFast = addIfFits(fast, path, handler);
      if (!isFast || path.includes("*")) slow.add(METHOD_NAME_ALL, path, handler);
      if (!isFast && !slowPaths.includes(path)) slowPaths.push(path);
    }
    this.slowPaths.push(...slowPaths);
    const isSlow = new RegExp(`^(?:${slowPaths.map(patternOf).join("|")})$`);
    const match: Match<T> =
      slowPaths.length === 0
        ? (path) => fast.match(METHOD_NAME_ALL, path)
        : (path) => (isSlow.test(path) ? slow : fast).match(METHOD_NAME_ALL, path);
    this.#matches.set(method, match);
    return match;
  }
}

function addIfFits<T>(router: Router<T>, path: string, handler: T): boolean {
  try {
    router.add(METHOD_NAME_ALL, path, handler);
    return true;
  } catch (error) {
    if (error instanceof UnsupportedPathError) return false;
    throw error;
  }
}

function patternOf(path: string): string {
  return path.replace(/:[^/]+/g, "[^/]+");
}
