import { Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { AttorneyCase } from '../../api/queries.ts';
import { formatMoment } from '../../shared/dates.ts';
import { stateNames } from '../../wording/cases.ts';
import { auditActorNames, auditEventName } from '../../wording/desk.ts';
import { Section } from '../../shared/section.tsx';
import { SmallButton } from '../../shared/small-button.tsx';

const rowsAtFirst = 50;

/** Everything that is on record of the case, internal events too, newest first. */
export function AuditTrail({ events }: { events: AttorneyCase['events'] }) {
  const [shown, setShown] = useState(rowsAtFirst);
  const newest = events.toReversed();
  return (
    <Section title="Audit trail">
      <Table className="breakable" aria-label="Audit trail">
        <Table.Tbody>
          {newest.slice(0, shown).map(({ id, action, actorType, toState, detail, createdAt }) => (
            <Table.Tr key={id}>
              <Table.Td w="30%">
                <Text size="sm">{formatMoment(createdAt)}</Text>
                <Text size="xs" c="dimmed">
                  {auditActorNames[actorType]}
                </Text>
              </Table.Td>
              <Table.Td>
                <Text size="sm" fw={500}>
                  {auditEventName(action)}
                  {toState !== null && `: ${stateNames[toState]}`}
                </Text>
                <Text size="xs" c="dimmed">
                  {detailText(detail)}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {newest.length > shown && (
        <SmallButton onClick={() => setShown(shown + 200)} style={{ alignSelf: 'start' }}>
          Show more ({newest.length - shown})
        </SmallButton>
      )}
    </Section>
  );
}

/** The recorded details as they are: `deadline: 2026-07-10`. */
function detailText(detail: unknown): string {
  if (typeof detail !== 'object' || detail === null) return '';
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}
