// The history of an account, with a mistake if one is chosen.
import type { Books, Entry } from "./books.ts";
import type { Fault } from "./faults.ts";

/** By account: how many transactions there were when its first page was read. */
const atFirstPage = new Map<string, number>();

export function pageOf(
  books: Books,
  fault: Fault | null,
  account: string,
  query: URLSearchParams,
  shown: (entry: Entry, books: Books, fault: Fault | null) => object,
): Response {
  const [page, limit] = [Number(query.get("page")), Number(query.get("limit"))];
  const isListed = ({ status, request }: Entry) =>
    status !== "failed" &&
    (request.from_account_id === account ||
      (request.to_account_id === account && fault !== "lists what an account paid")) &&
    (request.transaction_type !== "refund" || fault !== "leaves refunds out of the history");
  const listed = books.entries.filter(isListed);
  if (listed.length === 0 && fault === "does not know the history of a new account")
    return Response.json({ error: "not_found" }, { status: 404 });
  if (fault !== "lists the oldest first") listed.reverse();
  const before = fault === "says that it reads on, and does not" ? null : query.get("before");
  const position = listed.findIndex(({ id }) => id === before) + 1;
  if (before !== null && position === 0) return Response.json({ error: "invalid_request" }, { status: 400 });
  const total = listed.length;
  const isInclusive = fault === "begins with the one to read on from" && position > 0;
  listed.splice(0, isInclusive ? position - 1 : position);
  if (page === 1) atFirstPage.set(account, listed.length);
  const arrived = listed.length - (atFirstPage.get(account) ?? 0);
  const skipped = fault === "skips what has arrived" ? 2 * arrived : 0;
  const overlap = fault === "begins pages at their last" && page > 1 ? 1 : 0;
  const start = (page - 1) * limit - overlap + skipped;
  const transactions = listed.slice(start, start + limit).map((entry) => shown(entry, books, fault));
  const repeated = fault === "says that it reads on, and does not" ? query.get("before") : before;
  return Response.json({ transactions, page, limit, total, ...(repeated && { before: repeated }) });
}
