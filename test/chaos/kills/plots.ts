// How payments go at the shops of the run: the usual ways and the races that could lose or double something.
import type { PaymentIntent } from "#sdk/index.ts";
import type { Random } from "../../support/random.ts";
import type { Scene } from "./scene.ts";

type Plot = (scene: Scene) => Promise<unknown>;

/** The shortest that each operation accepts. */
const EXPIRING_SECONDS = 60;
const EXPIRING_SCAN_SECONDS = 30;

async function sell(scene: Scene): Promise<void> {
  const intent = await scene.create();
  if (intent === null) return;
  if (scene.chance(0.5)) await scene.readPublic(intent);
  await scene.act(scene.customer, intent, "confirm");
  if (scene.chance(0.3)) await scene.act(scene.customer, intent, "confirm");
  if (scene.chance(0.5)) await refund(scene, intent);
  if (scene.chance(0.3)) await scene.read(intent);
}

/** Under one key, or under two at once. */
async function refund(scene: Scene, intent: PaymentIntent): Promise<void> {
  const isTwice = scene.chance(0.3);
  await Promise.all([scene.refund(intent), isTwice ? scene.refund(intent) : null]);
  await scene.read(intent);
}

async function sellToTwo(scene: Scene): Promise<void> {
  const intent = await scene.create();
  if (intent === null) return;
  await Promise.all([
    scene.act(scene.customer, intent, "confirm"),
    scene.act(scene.otherCustomer, intent, "confirm"),
  ]);
  await scene.read(intent);
  if (scene.chance(0.3)) await refund(scene, intent);
}

async function sellToPoorAndRich(scene: Scene): Promise<void> {
  const intent = await scene.create();
  if (intent === null) return;
  await scene.act(scene.poorCustomer, intent, "confirm");
  await scene.act(scene.customer, intent, "confirm");
}

async function cancelWhilePaying(scene: Scene): Promise<void> {
  const intent = await scene.create();
  if (intent === null) return;
  await Promise.all([scene.cancel(intent), scene.act(scene.customer, intent, "confirm")]);
  await scene.read(intent);
}

async function expireWhilePaying(scene: Scene): Promise<void> {
  const intent = await scene.create();
  if (intent === null) return;
  await Promise.all([scene.expire(intent), scene.act(scene.customer, intent, "confirm")]);
}

async function scan(scene: Scene): Promise<void> {
  const intent = await scene.scan();
  if (intent === null) return;
  if (scene.chance(0.3)) await scene.cancel(intent);
  const actions = scene.chance(0.5) ? (["approve"] as const) : (["approve", "reject"] as const);
  await Promise.all(actions.map((action) => scene.act(scene.customer, intent, action)));
  if (scene.chance(0.3)) await refund(scene, intent);
}

async function rejectScan(scene: Scene): Promise<void> {
  const intent = await scene.scan();
  if (intent !== null) await scene.act(scene.customer, intent, "reject");
}

/** While a shop asks the same customer for money, which may be enough for one of them only. */
async function payOut(scene: Scene): Promise<void> {
  const [payOut, intent] = await Promise.all([scene.payOut(), scene.create()]);
  const actions = (["approve", "reject"] as const).filter((action) =>
    scene.chance(action === "approve" ? 0.7 : 0.3),
  );
  await Promise.all([
    intent && scene.act(scene.poorCustomer, intent, "confirm"),
    payOut && scene.chance(0.3) && scene.withdraw(payOut),
    ...actions.map((action) => payOut && scene.decide(payOut, action)),
  ]);
  if (payOut !== null && scene.chance(0.3)) await scene.decide(payOut, "approve");
}

/** Two at once, together of more than was put in, while the customer may have spent it. */
async function correctTopUp(scene: Scene): Promise<void> {
  const topUp = await scene.topUp();
  if (topUp === null) return;
  const asked = await Promise.all([scene.correct(topUp), scene.correct(topUp)]);
  await Promise.all(asked.map((correction) => correction && scene.decide(correction, "approve")));
}

async function browse(scene: Scene): Promise<void> {
  await Promise.all([scene.list(), scene.listTransactions()]);
}

/** How often each is played, in relation to the others. */
const WEIGHTS: [number, Plot][] = [
  [6, sell],
  [4, sellToTwo],
  [1, sellToPoorAndRich],
  [3, cancelWhilePaying],
  [2, expireWhilePaying],
  [3, scan],
  [1, rejectScan],
  [1, (scene) => scene.create({ expires_in: EXPIRING_SECONDS })],
  [1, (scene) => scene.scan({ expires_in: EXPIRING_SCAN_SECONDS })],
  [4, (scene) => scene.topUp()],
  [2, correctTopUp],
  [4, payOut],
  [2, (scene) => scene.repeatPastRequest()],
  [1, browse],
];
const PLOTS = WEIGHTS.flatMap(([weight, plot]) => Array.from({ length: weight }, () => plot));

export function choosePlot(random: Random): Plot {
  return random.pick(PLOTS);
}
