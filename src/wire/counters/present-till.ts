import type { Session } from "../../domain/session.ts";
import { presentDevice } from "../sessions/present-pairing.ts";

export function presentTill(session: Session) {
  return { ...presentDevice(session), counter_id: session.counterId, paired_by: session.subject };
}
