// What one run of the sweep of a shard may do. All its parts run in one invocation, and Cloudflare allows one invocation 10,000
// subrequests, which are calls of objects, D1 and queues, and 1,000 D1 queries
// (developers.cloudflare.com/workers/platform/limits and /d1/platform/limits, paid plan).
export const SUBREQUESTS_MAX = 10_000;
export const DATABASE_QUERIES_MAX = 1_000;

/** Intents, deliveries or bus events per page. */
export const PAGE = 100;

/** The share of each of the core's steps; those of parts are beside their steps. Whatever one leaves, a later run continues. In brackets: the most queries and other calls. */
export const LIMITS = {
  /** Intents past their deadline. Half of the pages are for new ones; a moved object is called twice (32, 6,000). */
  overdueIntentPages: 30,
  /** (7, 1,000) */
  pendingRefundPages: 5,
  /** The latest that objects have reported, of each kind (2, 100). */
  reportedIntents: 25,
  /** (50, 50) */
  overdueDeliveryPages: 50,
  /** Cells that home calls (1, 600). */
  calledCells: 600,
  /** Endpoints to probe or release, of so many that are due (246, 210). */
  endpoints: 35,
  dueEndpoints: 500,
  /** Positions that the parts for moved and for failed deliveries continue (150, 300). */
  resumedPositions: 30,
  /** (105, 100) */
  busEvents: PAGE,
  /** These serve what earlier minutes have left, then the merchants of this minute (122, 400). */
  cleanUpQueries: 100,
  /** Audit entries to append. Until then they can be changed unnoticed, so a busy minute must not leave any (3, 3). */
  appendedAuditEntries: 1_000,
  /** Audit entries to check, and to delete (6, 6). */
  auditEntries: 100,
  /** What was begun at the identity provider (91, 520). */
  providerTasks: 5,
  /** Each time that a merchant's access at the identity provider is changed there; three calls for each. */
  usersOfMerchant: 20,
  /** The clients of its counters are changed there as often; two calls for each. */
  countersOfMerchant: 20,
  /** Accounts whose copies in cells lack a change, and cells of each (47, 400). */
  staleAccounts: 5,
  staleCells: 80,
  /** Clients of deleted counters, also within the request that closes a merchant (82, 41). */
  clientRemovals: 20,
  /** Sessions of customers that are over (3, 0). */
  customerSessions: PAGE,
  /** Whose events are counted for the metrics (2, 2). */
  countedMerchants: 2_500,
} as const;
