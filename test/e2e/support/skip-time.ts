import { randomUUID } from 'node:crypto';
import type { TestStack } from '@evict/testkit';
import { expect, vi } from 'vitest';

type Clients = Pick<TestStack, 'client'>;
type Ref = { caseId: string };

/**
 * Moves the clock of a case on the server, the way sandbox time is skipped: by so many seconds, or to its next timer
 * where that comes first, and the timer fires.
 */
export async function skipTime({ client }: Clients, { caseId }: Ref, seconds: number): Promise<void> {
  await client.connection.workflowService.updateWorkflowExecutionOptions({
    namespace: client.options.namespace,
    workflowExecution: { workflowId: caseId },
    workflowExecutionOptions: {
      timeSkippingConfig: {
        enabled: true,
        fastForwardConfig: { id: `skip-${randomUUID()}`, duration: { seconds: seconds as never } },
        // Without it a case that is busy beyond the end of the duration goes on from timer to timer.
        maxSessionSkipCount: 1,
      },
    },
    updateMask: { paths: ['time_skipping_config'] },
  });
}

/** Moves the clock of a case to where the timer fires on which it waits, and waits until it has fired. */
export async function skipToTimer(stack: Clients, ref: Ref): Promise<void> {
  const { startedBy, seconds } = await vi.waitFor(() => openTimer(stack, ref), { timeout: 60_000 });
  await skipTime(stack, ref, seconds + 1);
  const ended = async () => endedTimers(await eventsOf(stack, ref));
  await expect.poll(ended).toContain(startedBy);
}

/** The newest timer, and which event of the history has started it. Throws where the case waits on none. */
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
