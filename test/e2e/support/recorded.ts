import { readdirSync, readFileSync } from 'node:fs';
import type { CaseWait } from '@evict/temporal/messages';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js';

export type History = ReturnType<typeof historyFromJSON>;
type HistoryEvent = NonNullable<History['events']>[number];

const folder = new URL('../../histories/', import.meta.url);

/** Reads every history in `test/histories`: the workflow runs of each story. */
export function recordedHistories(): { name: string; run: number; history: History }[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.flatMap((file) =>
    runsIn(JSON.parse(readFileSync(new URL(file, folder), 'utf8'))).map((history, index) => ({
      name: file.slice(0, -'.json'.length),
      run: index + 1,
      history,
    })),
  );
}

/** Parses a story's histories, one per workflow run. */
export function runsIn(histories: readonly object[]): History[] {
  return histories.map((history) => historyFromJSON(history));
}

/** What a workflow run did, according to its history. */
export interface Way {
  /** What the case waited for, according to the results of its activities. */
  waits: string[];
  /** The activities. Local ones are named `local <name>`. */
  activities: string[];
  updates: string[];
  signals: string[];
  /** The kinds of events in the history. */
  events: string[];
}

export function wayThrough({ events = [] }: History): Way {
  const all = events ?? [];
  const answers = all.flatMap(answerOf);
  return {
    waits: answers.flatMap((answer) => (answer.wait ? [answer.wait.waitsFor] : [])),
    activities: all.flatMap(activityOf),
    updates: all.flatMap(
      ({ workflowExecutionUpdateAcceptedEventAttributes: one }) => one?.acceptedRequest?.input?.name ?? [],
    ),
    signals: all.flatMap(({ workflowExecutionSignaledEventAttributes: one }) => one?.signalName ?? []),
    events: all.map(kindOf),
  };
}

/** Returns the kind of a history event, such as `timerFired`. */
export function kindOf(event: HistoryEvent): string {
  const [attributes = ''] = Object.entries(event).flatMap(([name, value]) =>
    name.endsWith('EventAttributes') && value ? [name] : [],
  );
  return attributes.slice(0, -'EventAttributes'.length);
}

function activityOf({ activityTaskScheduledEventAttributes: ordinary, markerRecordedEventAttributes }: HistoryEvent) {
  if (ordinary) return [ordinary.activityType?.name ?? ''];
  if (markerRecordedEventAttributes?.markerName !== 'core_local_activity') return [];
  const local = contentOf(markerRecordedEventAttributes.details?.['data']) as { activity_type: string };
  return [`local ${local.activity_type}`];
}

function answerOf(event: HistoryEvent): { wait?: CaseWait }[] {
  const local = event.markerRecordedEventAttributes?.details?.['result'];
  const answer = contentOf(local ?? event.activityTaskCompletedEventAttributes?.result);
  return answer ? [answer] : [];
}

/** Returns the value of the first payload, or undefined if there is none. */
function contentOf(content: { payloads?: { data?: Uint8Array | null }[] | null } | null | undefined): unknown {
  const [payload] = content?.payloads ?? [];
  const text = Buffer.from(payload?.data ?? []).toString();
  return text === '' ? undefined : JSON.parse(text);
}
