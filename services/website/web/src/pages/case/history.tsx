import { Timeline } from '@mantine/core';
import type { CaseEvent } from '../../api/queries.ts';
import { formatMoment } from '../../shared/dates.ts';
import { eventName } from '../../wording/events.ts';

/** What happened, oldest first. */
export function History({ events }: { events: readonly CaseEvent[] }) {
  return (
    <Timeline active={events.length} bulletSize={16}>
      {events.map(({ id, action, createdAt }) => (
        <Timeline.Item key={id} title={eventName(action)}>
          <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
