/**
 * The contract between the outbox workflows, their activities, and whoever commits rows for them. Payloads carry only
 * ids and times.
 */

/** The task queue of the outbox workflows, and of the activities for mail and charges. */
export const outboxTaskQueue = 'outbox';

/** The task queue of webhooks in one mode: those of test mode delay no others, and none of them delays mail. */
export const webhookTaskQueue = (taskQueue: string, mode: EndpointRef['mode']) => `${taskQueue}-${mode}`;

/** An endpoint, and the input of its workflow. */
export interface EndpointRef {
  id: string;
  mode: 'test' | 'live';
}

/** What an activity leaves: the time until the next row is due, 0 if one is; null without rows. */
export interface Drained {
  dueInMs: number | null;
}

/** Each sends what is due, until nothing is or about half a minute has passed. */
export interface OutboxActivities {
  drainWebhooks(endpointId: string): Promise<Drained>;
  drainMail(): Promise<Drained>;
  drainCharges(): Promise<Drained>;
}

/** Tells an outbox workflow that a row has become due. */
export const wakeSignal = 'wake';

/** Without a slash: Temporal Web opens no such id. */
export const endpointWorkflowId = (endpointId: string) => `webhook-endpoint-${endpointId}`;

/** One of each in a deployment. */
export const singleWorkflowId = (taskQueue: string, name: 'mail' | 'charges') => `${taskQueue}-${name}`;
