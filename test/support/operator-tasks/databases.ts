// What is stored, and whether it agrees: health, reconciliation, cells, restores, and the ledger's books.
import type { OperatorTask } from "./task.ts";

const REQUESTS = "test/scripts/documented-requests.test.ts";
const WRANGLER = "test/scripts/operators-guide.test.ts";
const PLACES = ["test/scripts/places-command.test.ts", "test/cells/places-command.test.ts"];

export const DATABASES: OperatorTask[] = [
  {
    occasion: "is the service up",
    commands: ["GET /health"],
    playedBy: ["test/http/protocol/protocol.test.ts"],
  },
  {
    occasion: "how is the service",
    commands: ["GET /metrics"],
    playedBy: ["test/parts/operations/http/metrics.test.ts"],
  },
  {
    occasion: "what is stuck, and what disagrees",
    commands: ['curl -s "$API/admin/reconciliation?limit=100" -H "Authorization: Bearer $ADMIN"'],
    playedBy: [REQUESTS, "test/parts/reconciliation/http/reconciliation.test.ts"],
  },
  {
    occasion: "an operator is told of failing webhooks, adjustments, the float and a filling database",
    commands: [],
    playedBy: ["test/parts/operations/queue/operator-alerts.test.ts", "test/cells/operator-alerts.test.ts"],
  },
  {
    occasion: "how full are the databases",
    commands: ["npm run places"],
    playedBy: PLACES,
  },
  {
    occasion: "payments of before CELLS are looked for in D1, too",
    commands: ["npm run places -- settle-keys MERCHANT"],
    playedBy: ["test/cells/keyed-creates.test.ts"],
  },
  {
    occasion: "an entry of CELLS is to be withdrawn before its time",
    commands: [
      `npx wrangler d1 execute DB --remote --env live --command "DELETE FROM lasting_settings WHERE entry = '4@2027-03-01T06:00:00Z'"`,
    ],
    playedBy: [WRANGLER, "test/cells/lasting-settings.test.ts"],
  },
  {
    occasion: "one merchant is too big for a cell",
    commands: ["npm run places -- spread MERCHANT 6"],
    playedBy: ["test/cells/spread.test.ts"],
  },
  {
    occasion: "what is in a cell",
    commands: [
      'npm run places -- query 0a1 "SELECT count(*) FROM payment_intents"',
      "npm run places -- export 0a1 --output 0a1.sql",
    ],
    playedBy: PLACES,
  },
  {
    occasion: "a cell's data are damaged",
    commands: ["npm run places -- restore 0a1 2026-12-05T10:00:00Z"],
    playedBy: PLACES,
  },
  {
    occasion: "D1's data are damaged",
    commands: [
      "npx wrangler d1 time-travel restore DB --env live --timestamp=2026-11-22T10:00:00Z",
      "npm run places -- renew-copies",
      'npx wrangler d1 execute DB --remote --env live --command "DELETE FROM unfinished_work"',
      "npm run doctor -- --env live --url …",
    ],
    playedBy: [WRANGLER, "test/durable/restore.test.ts", "test/parts/desk/http/restored-movements.test.ts"],
  },
  {
    occasion: "the service is to leave Cloudflare, with its data",
    commands: [
      "POST /merchant/api/v1/merchants/{merchantID}/deactivate",
      "npx wrangler d1 export DB --remote --env live --output payments.sql",
      "npm run build",
    ],
    playedBy: [WRANGLER, "test/http/merchants/merchants-admin.test.ts"],
  },
  {
    occasion: "does a ledger keep the contract",
    commands: ["npm run test:ledger"],
    playedBy: ["test/conformance/ledger-conformance.test.ts"],
  },
  {
    occasion: "a copy of the ledger's books, and is it right",
    commands: [
      "npx wrangler d1 export DB --remote --config wrangler.ledger.toml --output ledger.sql",
      "npm exec -- node src/scripts/audit-ledger.ts ledger.sql",
    ],
    playedBy: [WRANGLER, "test/scripts/audit-ledger.test.ts"],
  },
  {
    occasion: "the ledger's data are damaged",
    commands: [
      "npx wrangler d1 time-travel restore DB --config wrangler.ledger.toml --timestamp=2026-11-22T10:00:00Z",
    ],
    playedBy: [WRANGLER, "test/parts/reconciliation/http/reconciliation-ledger.test.ts"],
  },
];
