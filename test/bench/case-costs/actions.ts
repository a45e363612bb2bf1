import type { WorkflowHandle } from '@temporalio/client';

type Events = NonNullable<Awaited<ReturnType<WorkflowHandle['fetchHistory']>>['events']>;

/** Billable actions of Temporal Cloud by kind, as its documentation of November 2026 counts them. */
export type Actions = Record<
  'starts' | 'updates' | 'local activities' | 'activities' | 'timers' | 'search attributes' | 'options',
  number
>;

/** Of one history. All local activities of a workflow task are one action. */
export function actionsOf(events: Events): Actions {
  const count = (is: (event: Events[number]) => unknown) => events.filter((event) => is(event)).length;
  const tasksWithMarkers = events.flatMap(({ markerRecordedEventAttributes: marker }) =>
    marker?.markerName === 'core_local_activity' ? [String(marker.workflowTaskCompletedEventId)] : [],
  );
  return {
    starts: count((event) => event.workflowExecutionStartedEventAttributes),
    updates: count((event) => event.workflowExecutionUpdateAcceptedEventAttributes),
    'local activities': new Set(tasksWithMarkers).size,
    activities: count((event) => event.activityTaskScheduledEventAttributes),
    timers: count((event) => event.timerStartedEventAttributes),
    'search attributes': count((event) => event.upsertWorkflowSearchAttributesEventAttributes),
    options: count((event) => event.workflowExecutionOptionsUpdatedEventAttributes),
  };
}
