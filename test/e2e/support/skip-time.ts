import { randomUUID } from 'node:crypto';
import type { TestStack } from '@evict/testkit';
import { expect, vi } from 'vitest';

type Clients = Pick<TestStack, 'client'>;
type Ref = { caseId: string };

/**
 * Skips the clock of a case on the server, as for the sandbox: by so many seconds, or to its next timer if that is
 * earlier, which then fires.
 */
export async function skipTime({ client }: Clients, { caseId }: Ref, seconds: number): Promise<void> {
  await client.connection.workflowService.updateWorkflowExecutionOptions({
    namespace: client.options.namespace,
    workflowExecution: { workflowId: caseId },
    workflowExecutionOptions: {
      timeSkippingConfig: {
        enabled: true,
        fastForwardConfig: { id: `skip-${randomUUID()}`, duration: { seconds: seconds as never } },
        // Otherwise a case that is busy past the end of the duration skips from timer to timer.
        maxSessionSkipCount: 1,
      },
    },
    updateMask: { paths: ['time_skipping_config'] },
  });
}

/** Skips the clock of a case to its pending timer, and waits until that has fired. */
export async function skipToTimer(stack: Clients, ref: Ref): Promise<void> {
  const { startedBy, seconds } = await vi.waitFor(() => openTimer(stack, ref), { timeout: 60_000 });
  await skipTime(stack, ref, seconds + 1);
  const ended = async () => endedTimers(await eventsOf(stack, ref));
  await expect.poll(ended).toContain(startedBy);
}

/** The pending timer and the event that started it. Throws if there is none. */
async function openTimer(stack: Clients, ref: Ref): Promise<{ startedBy: string; seconds: number }> {
  const events = await eventsOf(stack, ref);
  const started = events.findLast(({ timerStartedEventAttributes }) => timerStartedEventAttributes);
  const startedBy = String(started?.eventId);
  if (!started || endedTimers(events).includes(startedBy)) throw new Error('the case waits on no timer');
  return { startedBy, seconds: Number(started.timerStartedEventAttributes?.startToFireTimeout?.seconds) };
}

function endedTimers(events: Awaited<ReturnType<typeof eventsOf>>): string[] {
  return events.flatMap(({ timerFiredEventAttributes, timerCanceledEventAttributes }) => {
    const ended = timerFiredEventAttributes ?? timerCanceledEventAttributes;
    return ended ? [String(ended.startedEventId)] : [];
  });
}

async function eventsOf({ client }: Clients, { caseId }: Ref) {
  return (await client.workflow.getHandle(caseId).fetchHistory()).events ?? [];
}
