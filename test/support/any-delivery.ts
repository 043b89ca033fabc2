/** All deliveries of a merchant. */
export const ANY_DELIVERY = {
  status: null,
  intentId: null,
  endpoint: null,
  createdFrom: null,
  createdTo: null,
  before: null,
};
