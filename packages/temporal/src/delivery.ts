/**
 * The contract between those who cause a delivery and the delivery worker. Deliveries are activities without a
 * workflow; their payloads carry ids alone.
 */

/** Where deliveries run. */
export const deliveryTaskQueue = 'delivery';

export interface DeliveryActivities {
  /** Sends a recorded mail, unless it has been sent. */
  sendMail(input: { mailId: string }): Promise<void>;
}

/** The mail's own id, `mail_…`: Temporal Web opens no id with a slash. */
export const mailActivityId = (mailId: string) => mailId;
