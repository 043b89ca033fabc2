export const webhooks = {
  deliveries: {
    waiting: "Waiting for the endpoint",
    statuses: { none: "Not sent", pending: "Under way", delivered: "Delivered", failed: "Failed" },
  },
};
