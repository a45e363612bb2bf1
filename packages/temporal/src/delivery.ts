/**
 * The contract between those who cause a delivery and the delivery worker. Deliveries are activities without a
 * workflow; their payloads carry ids alone.
 */

/** Where deliveries run. */
export const deliveryTaskQueue = 'delivery';

export interface DeliveryActivities {
  /** Sends a recorded mail, unless it has been sent. */
  sendMail(input: { mailId: string }): Promise<void>;
  /** Closes what nobody may pay any more of a charge, and gives back what is to be given back. */
  refundCharge(input: { chargeId: string }): Promise<void>;
}

/** Beside the others on a queue of its own, so that receivers that do not answer hold up no mail. */
export interface WebhookActivities {
  /** Tries a recorded delivery, unless it is over or its endpoint is gone. */
  deliverWebhook(input: { deliveryId: string }): Promise<void>;
}

/** The queue of webhooks beside the one of the other deliveries. */
export const webhookTaskQueue = (taskQueue: string) => `${taskQueue}-webhooks`;

/** The mail's own id, `mail_…`: Temporal Web opens no id with a slash. */
export const mailActivityId = (mailId: string) => mailId;

export const refundActivityId = (chargeId: string) => `refund_${chargeId}`;

/** The delivery's own id, `whd_…`. */
export const webhookActivityId = (deliveryId: string) => deliveryId;
