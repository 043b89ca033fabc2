/** The steps of the story that the page tells. */
export const STEPS = ["created", "paid", "paidVerified", "refunded", "refundVerified"] as const;
export type Step = (typeof STEPS)[number];
