// What a part adds to the service. The core calls no part: one is deleted with its folder and its lines in main/parts*.ts.
import type { Hono } from "hono";
import type * as z from "zod/mini";
import type { Config } from "./config.ts";
import type { Database } from "./db/client.ts";
import type { Listed } from "./domain/open-list.ts";
import type { SealedValues } from "./domain/ports/sealed-values.ts";
import type { FindingRow } from "./domain/reconciliation/reconciliation.ts";
import type { AppEnv } from "./http/app-env.ts";
import type { AccessRule, OperationWords } from "./http/describe.ts";
import type { Refusal, RefusalResponse } from "./http/refusals.ts";
import type { FindSession } from "./http/session.ts";
import type { Dependencies, TellCustomer, WalletPart } from "./services/dependencies.ts";
import type { SweepRun } from "./services/operations/resume-sweep.ts";
import type { CheckRow } from "./services/reconciliation/reconciliation-check.ts";
import type { ExportSection } from "./wire/shared/export.ts";

export type Mount = (app: Hono<AppEnv>) => void;

/** Begins with all messages of a batch, and returns when each is done. */
export type BatchHandler = (
  messages: readonly Message[],
  deps: Dependencies,
  env: Env,
  ctx: ExecutionContext,
) => Promise<unknown>[];

/** A step fails alone, and is logged by its name. It bounds its calls, because all steps of a run share one invocation. */
export type SweepSteps = Record<string, (run: SweepRun) => Promise<void>>;

/** A part makes of this what only it calls. */
export interface Composed {
  config: Config;
  env: Env;
  clock: () => number;
}

export interface Part {
  /** The part's own refusals; it names them in the global `PartRefusals` beside this list. */
  refusals?: Record<string, RefusalResponse>;
  /** The ids in its paths, each with the refusal of one that is unknown; named in the global `PartPathIds`. */
  pathIds?: Record<string, Refusal>;
  /** The part's actions in the audit trail; named in the global `PartAuditActions`. */
  auditActions?: Record<string, Listed>;
  /** Checks of the reconciliation. */
  checks?: Record<string, CheckRow>;
  /** What checks find; named in the global `PartFindings`. */
  findings?: Record<string, FindingRow>;
  /** What its callers are in the audit trail; named in the global `PartActorKinds`. */
  actorKinds?: Record<string, Listed>;
  /** Mounts its routers, after the core's. */
  routes?: Mount;
  /** What only it calls; named in the global `PartDependencies`. */
  dependencies?: Record<string, (composed: Composed) => unknown>;
  /** It is called once for each event on the wallets' bus. */
  tellCustomer?: TellCustomer;
  /** The consumers of its queues. Each queue has one of dead letters, which reports them. */
  queues?: Record<string, BatchHandler>;
  /** What the sweep does at home, each minute. */
  homeSweep?: SweepSteps;
  /** What it does wherever there are payments. */
  shardSweep?: SweepSteps;
  /** Where its steps note how far they have come; named in the global `PartSweepPositions`. */
  sweepPositions?: Record<string, "work" | "note">;
  /** The part's columns with values under a master key. */
  sealedValues?: (home: Database) => SealedValues[];
  wallet?: WalletPart;
  /** Sections of a merchant's export by their names, which it gives in the global `PartExportSections`. */
  exportSections?: Record<string, ExportSection>;
  /** How the sessions of its pages' browsers are found, by the `Session-Kind` that the pages send. */
  sessionKinds?: Record<string, FindSession>;
}

export interface PathIdWords {
  description: string;
  /** The members of responses that are such an id, or whose `id` it is; a member's other field is named behind a dot. */
  from: readonly string[];
}

/** What it adds to the OpenAPI document, which stays out of the Worker: main/parts-openapi.ts names it. */
export interface PartOpenApi {
  /** Their keys are their names in the document; named in the global `PartResponses`. */
  responses?: Record<string, z.ZodMiniType>;
  /** The core's responses with the members that it adds to them; named there too. */
  extendedResponses?: Record<string, z.ZodMiniType>;
  /** Their keys are operations. */
  words?: Record<string, OperationWords>;
  /** `after`: the core's tag behind which it is read. */
  tags?: Record<string, { description: string; after: string }>;
  /** Whom its own guards admit; named in the global `PartAccess`. */
  access?: Record<string, AccessRule>;
  pathIdWords?: Record<string, PathIdWords>;
  /** Fields of a component, which its schema does not tell. */
  componentExamples?: Record<string, Record<string, unknown>>;
  /** Their keys name the request's body, where its schema does not tell them. */
  requestExamples?: Record<string, Record<string, object>>;
  /** Their keys are media types. */
  textExamples?: Record<string, string>;
}
