import { readdirSync, readFileSync } from 'node:fs';
import { eventRules, type Mode, type State } from '@evict/case-model';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js';

type History = ReturnType<typeof historyFromJSON>;
type HistoryEvent = NonNullable<History['events']>[number];

const folder = new URL('../../histories/', import.meta.url);

/** Every history in `test/histories`. */
export function recordedHistories(): { name: string; history: History }[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.map((file) => ({
    name: file.slice(0, -'.json'.length),
    history: historyFromJSON(JSON.parse(readFileSync(new URL(file, folder), 'utf8'))),
  }));
}

/** What a workflow has done, according to its history. */
export interface Way {
  /** Null for a workflow that is no case. */
  mode: Mode | null;
  states: State[];
  /** The events of the case, by their actions. */
  actions: string[];
  /** Accepted Updates with their arguments. */
  updates: { name: string; input: unknown }[];
  signals: string[];
  activities: { name: string; input: unknown }[];
  /** The purposes of the timers that fired. */
  timers: string[];
}

export function wayThrough(history: History): Way {
  const events = history.events ?? [];
  const [first] = events;
  const start = contentOf(first?.workflowExecutionStartedEventAttributes?.input) as {
    mode?: Mode;
    record?: { state: State };
  };
  const transitions = events.flatMap(transitionOf);
  return {
    mode: start.mode ?? null,
    actions: transitions.flatMap(({ actions }) => actions),
    states: [
      ...(start.mode ? [start.record?.state ?? 'draft'] : []),
      // An event can pass through a state in which no case rests.
      ...transitions.flatMap(({ actions, state }) => [...actions.flatMap(onlyStateAfter), state]),
    ],
    updates: takenUpdates(events),
    signals: events.flatMap(({ workflowExecutionSignaledEventAttributes: signal }) => signal?.signalName ?? []),
    activities: events.flatMap(activityOf),
    timers: firedTimers(events),
  };
}

/** As the summary in Temporal Web shows it: `Record send_notice: notice_sent`. */
function transitionOf(event: HistoryEvent): { actions: string[]; state: State }[] {
  const [, actions = '', state] = /^Record (.*): (\w+)$/.exec(summaryOf(event)) ?? [];
  return state ? [{ actions: actions.split(', '), state: state as State }] : [];
}

function onlyStateAfter(action: string): readonly State[] {
  const to = eventRules[action as keyof typeof eventRules]?.to ?? [];
  return to.length === 1 ? to : [];
}

function takenUpdates(events: readonly HistoryEvent[]): Way['updates'] {
  const taken = new Set(
    events.flatMap(({ workflowExecutionUpdateCompletedEventAttributes: done }) => {
      const response = contentOf(done?.outcome?.success) as { ok: boolean } | undefined;
      return response?.ok ? [String(done?.acceptedEventId)] : [];
    }),
  );
  return events.flatMap(({ eventId, workflowExecutionUpdateAcceptedEventAttributes: accepted }) => {
    const { name, args } = accepted?.acceptedRequest?.input ?? {};
    return name && taken.has(String(eventId)) ? [{ name, input: contentOf(args) }] : [];
  });
}

function activityOf({ activityTaskScheduledEventAttributes, markerRecordedEventAttributes }: HistoryEvent) {
  if (activityTaskScheduledEventAttributes) {
    const { activityType, input } = activityTaskScheduledEventAttributes;
    return [{ name: activityType?.name ?? '', input: contentOf(input) }];
  }
  if (markerRecordedEventAttributes?.markerName !== 'core_local_activity') return [];
  const local = contentOf(markerRecordedEventAttributes.details?.['data']) as { activity_type: string };
  return [{ name: local.activity_type, input: undefined }];
}

function firedTimers(events: readonly HistoryEvent[]): string[] {
  const fired = new Set(events.map(({ timerFiredEventAttributes: timer }) => String(timer?.startedEventId)));
  return events.filter(({ eventId }) => fired.has(String(eventId))).map(summaryOf);
}

function summaryOf({ userMetadata }: HistoryEvent): string {
  const { summary } = userMetadata ?? {};
  return (contentOf({ payloads: summary ? [summary] : [] }) as string | undefined) ?? '';
}

/** The first payload; undefined if there is none. */
function contentOf(content: { payloads?: { data?: Uint8Array | null }[] | null } | null | undefined): unknown {
  const [payload] = content?.payloads ?? [];
  const text = Buffer.from(payload?.data ?? []).toString();
  return text === '' ? undefined : JSON.parse(text);
}
