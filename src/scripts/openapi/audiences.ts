// The document of each audience: what of the whole its developers call. The build makes it, of the document as it is published.
import type { Audience } from "../../core/http/describe.ts";
import type { OpenApiDocument, PathItem } from "./types.ts";
import { withoutUnused } from "./used-components.ts";
import { introduction } from "./words.ts";

const ABOUT: Record<Audience, { title: string; purpose: string }> = {
  shop: {
    title: "Merchant Payments Shop",
    purpose: "Take payments by QR code, refund them, and be notified by signed webhooks.",
  },
  wallet: {
    title: "Merchant Payments Wallet",
    purpose: "Show customers what they are asked to pay, and pay it from their wallet.",
  },
  operator: {
    title: "Merchant Payments Operator",
    purpose: "Register and stop merchants, settle what is open, and watch the service.",
  },
};

export const AUDIENCES = Object.keys(ABOUT) as Audience[];

export function documentFor(audience: Audience, whole: OpenApiDocument): OpenApiDocument {
  const { title, purpose } = ABOUT[audience];
  const isTheirs = (item: PathItem[string]) => item["x-audiences"]?.includes(audience);
  const theirs = (paths: Record<string, PathItem>) => {
    const items = Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(Object.entries(item).filter(([, operation]) => isTheirs(operation))),
    ]);
    return Object.fromEntries(items.filter(([, item]) => Object.keys(item ?? {}).length > 0));
  };
  const paths = theirs(whole.paths);
  const webhooks = theirs(whole.webhooks);
  const operations = [paths, webhooks].flatMap((each) =>
    Object.values<PathItem>(each).flatMap(Object.values),
  );
  const used = new Set(operations.flatMap(({ tags }) => tags));
  return withoutUnused({
    ...whole,
    info: { ...whole.info, title, description: introduction(purpose) },
    tags: whole.tags.filter(({ name }) => used.has(name)),
    paths,
    webhooks,
  });
}
