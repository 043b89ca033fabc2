import { type Session, tillCounter } from "../../domain/session.ts";
import { presentDevice } from "../sessions/present-pairing.ts";
import type { Wire } from "../shared/wire-types.ts";

export function presentTill(session: Session): Wire<"Till"> {
  return { ...presentDevice(session), counter_id: tillCounter(session), paired_by: session.subject };
}
