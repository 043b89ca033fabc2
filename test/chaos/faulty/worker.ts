// The service's Worker as a chaos run starts it: told to, its clock is stepped and its D1 is slow.
// Before what reads the clock.
import "./clock.ts";
import sandbox, {
  CellObject as Cell,
  PaymentIntentObject as Intent,
  WalletObject as Wallet,
} from "#sandbox.ts";
import { setClock } from "./clock.ts";

/** Until the next ones, or the end of the process. */
export interface WorkerFaults {
  clockErrorMs: number;
  /** How long each way to D1 takes at most. */
  d1SlowMsMax: number;
}

let slowMsMax = 0;
const faulty = new WeakMap<Env, Env>();

/** Returns the same for the same bindings: what is composed is kept by them. */
function withFaults(env: Env): Env {
  const known = faulty.get(env) ?? { ...env, DB: slowDatabase(env.DB) };
  faulty.set(env, known);
  return known;
}

/** Each statement and its reply take time of their own, so that either can come after the caller has given up. */
function slowDatabase(database: D1Database): D1Database {
  const originals = new WeakMap<D1PreparedStatement, D1PreparedStatement>();
  const slowly = async <T>(run: () => Promise<T>): Promise<T> => {
    await pause();
    const result = await run();
    await pause();
    return result;
  };
  const slow = (original: D1PreparedStatement): D1PreparedStatement => {
    const statement = {
      bind: (...values: unknown[]) => slow(original.bind(...values)),
      all: () => slowly(() => original.all()),
      run: () => slowly(() => original.run()),
      raw: () => slowly(() => original.raw()),
      first: (...column: [string]) => slowly(() => original.first(...column)),
    } as D1PreparedStatement;
    originals.set(statement, original);
    return statement;
  };
  return {
    prepare: (sql: string) => slow(database.prepare(sql)),
    batch: (statements: D1PreparedStatement[]) =>
      slowly(() => database.batch(statements.map((each) => originals.get(each) ?? each))),
  } as D1Database;
}

async function pause(): Promise<void> {
  if (slowMsMax > 0) await scheduler.wait(Math.random() * slowMsMax);
}

export class CellObject extends Cell {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, withFaults(env));
  }
}

export class PaymentIntentObject extends Intent {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, withFaults(env));
  }
}

export class WalletObject extends Wallet {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, withFaults(env));
  }
}

// biome-ignore lint/style/noDefaultExport: a Worker's entry has one.
export default {
  fetch: async (request, env, ctx) => {
    if (new URL(request.url).pathname !== "/chaos") return await sandbox.fetch(request, withFaults(env), ctx);
    const { clockErrorMs, d1SlowMsMax } = await request.json<WorkerFaults>();
    setClock(clockErrorMs);
    slowMsMax = d1SlowMsMax;
    return new Response();
  },
  queue: (batch, env, ctx) => sandbox.queue(batch, withFaults(env), ctx),
  scheduled: (controller, env) => sandbox.scheduled(controller, withFaults(env)),
} satisfies ExportedHandler<Env>;
