// The entry around the service's bundle. Its rate limits count in memory, as the platform's do:
// Miniflare's are objects that store every count in SQLite, which costs more than the rest of a read.
import bundle from "./bundle.js";

export * from "./bundle.js";

const PERIOD_MS = 60_000;
const envs = new WeakMap();

function envFor(env) {
  const known = envs.get(env);
  if (known !== undefined) return known;
  const bindings = Object.entries(env).map(([name, binding]) =>
    typeof binding?.limit === "function" ? [name, countingInMemory()] : [name, binding],
  );
  const made = Object.fromEntries(bindings);
  envs.set(env, made);
  return made;
}

function countingInMemory() {
  const counts = new Map();
  let period = 0;
  return {
    async limit({ key }) {
      const current = Math.floor(Date.now() / PERIOD_MS);
      if (current !== period) counts.clear();
      period = current;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return { success: true };
    },
  };
}

// biome-ignore lint/style/noDefaultExport: a Worker's entry
export default {
  fetch: (request, env, ctx) => bundle.fetch(request, envFor(env), ctx),
  queue: (batch, env, ctx) => bundle.queue(batch, envFor(env), ctx),
};
