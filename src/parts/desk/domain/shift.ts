// A clerk's shift at a cash desk: with what cash it began, and what there is in the end.

export interface StoredShift {
  id: string;
  deskId: string;
  /** Empty once it is forgotten. */
  clerk: string;
  openingFloatMinor: number;
  openedAt: number;
  /** It is null while the shift is open, and so are the three after it. */
  closedAt: number | null;
  countedMinor: number | null;
  /** What was completed during the shift. The pay-outs have the corrections of its top-ups, for which no cash is handed out. */
  topUpsMinor: number | null;
  payOutsMinor: number | null;
}

/** With the sums until now while it is open. */
export interface Shift extends StoredShift {
  topUpsMinor: number;
  payOutsMinor: number;
  correctedMinor: number;
}

/** The cash that should be in the drawer. */
export function expectedOf({ openingFloatMinor, topUpsMinor, payOutsMinor }: Shift): number {
  return openingFloatMinor + topUpsMinor - payOutsMinor;
}
