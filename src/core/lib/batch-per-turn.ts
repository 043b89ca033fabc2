/** Everything that is asked for in one turn is found by one call of `find`. Each caller takes its own from what it returns. */
export function batchPerTurn<Asked, Found>(
  find: (asked: readonly Asked[]) => Promise<Found>,
): (asked: Asked) => Promise<Found> {
  let turn: { asked: Asked[]; found: Promise<Found> } | null = null;
  return (one) => {
    if (turn === null) {
      const asked: Asked[] = [];
      const found = Promise.resolve().then(() => {
        turn = null;
        return find(asked);
      });
      turn = { asked, found };
    }
    turn.asked.push(one);
    return turn.found;
  };
}
