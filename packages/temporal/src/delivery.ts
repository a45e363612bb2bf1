/**
 * The contract between senders of deliveries and the delivery worker. Deliveries are standalone activities; their
 * payloads carry only ids.
 */

/** The task queue of mail and payments. */
export const deliveryTaskQueue = 'delivery';

export interface DeliveryActivities {
  /** Sends a recorded mail, unless it has been sent. */
  sendMail(input: { mailId: string }): Promise<void>;
  /** Closes open payments of a charge that is no longer due, and issues its refunds. */
  refundCharge(input: { chargeId: string }): Promise<void>;
}

/** On a queue of their own, so that unresponsive receivers do not delay mail. */
export interface WebhookActivities {
  /** Attempts a recorded delivery, unless it has ended or its endpoint was deleted. */
  deliverWebhook(input: { deliveryId: string }): Promise<void>;
}

/** The task queue of webhooks that belongs to that of the other deliveries. */
export const webhookTaskQueue = (taskQueue: string) => `${taskQueue}-webhooks`;

/** The mail's own id, `mail_…`: Temporal Web opens no id with a slash. */
export const mailActivityId = (mailId: string) => mailId;

export const refundActivityId = (chargeId: string) => `refund_${chargeId}`;

/** The delivery's own id, `whd_…`. */
export const webhookActivityId = (deliveryId: string) => deliveryId;
