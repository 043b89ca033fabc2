/** The queue carries ids alone: address, secret and body are read when the attempt is made. */
export interface DeliveryMessage {
  merchantId: string;
  eventId: string;
}

export function deliveryMessage(intent: { merchantId: string }, eventId: string): DeliveryMessage {
  return { merchantId: intent.merchantId, eventId };
}
