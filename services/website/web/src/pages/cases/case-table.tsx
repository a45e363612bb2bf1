import { Badge, Stack, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Case } from '../../api/queries.ts';
import { Ago } from '../../shared/ago.tsx';
import { AppLink } from '../../shared/app-link.tsx';
import { clockDay, nextDeadline, partiesOf, placeOf } from '../../shared/case-facts.ts';
import { daysBetween, formatDay, formatDaysLeft } from '../../shared/dates.ts';
import { deadlineName, groundNames, nextActionText, stateNames } from '../../wording/cases.ts';

/** On a narrow screen the next action and the next deadline are below the name of the case. */
export function CaseTable({ cases }: { cases: readonly Case[] }) {
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  return (
    <Table verticalSpacing="sm" className="breakable">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Case</Table.Th>
          <Table.Th>State</Table.Th>
          {!isNarrow && <Table.Th>Next action</Table.Th>}
          {!isNarrow && <Table.Th>Next deadline</Table.Th>}
          <Table.Th visibleFrom="md">Updated</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {cases.map((one) => (
          <Row key={one.id} one={one} isNarrow={isNarrow} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Row({ one, isNarrow }: { one: Case; isNarrow: boolean }) {
  return (
    <Table.Tr>
      <Table.Td>
        <Stack gap={2}>
          <AppLink to="/cases/$id" params={{ id: one.id }} fw={600}>
            {placeOf(one)}
          </AppLink>
          <Text size="sm">{partiesOf(one)}</Text>
          <Text size="xs" c="dimmed">
            {[groundNames[one.ground], one.reference].filter(Boolean).join(' · ')}
          </Text>
          {isNarrow && (
            <>
              <NextAction one={one} />
              {nextDeadline(one) && <NextDeadline one={one} />}
            </>
          )}
        </Stack>
      </Table.Td>
      <Table.Td>
        <Badge variant="outline" h="auto" tt="none" style={{ whiteSpace: 'normal' }}>
          {stateNames[one.state]}
        </Badge>
      </Table.Td>
      {!isNarrow && (
        <>
          <Table.Td>
            <NextAction one={one} />
          </Table.Td>
          <Table.Td>
            <NextDeadline one={one} />
          </Table.Td>
        </>
      )}
      <Table.Td visibleFrom="md">
        <Ago moment={one.updatedAt} />
      </Table.Td>
    </Table.Tr>
  );
}

function NextAction({ one }: { one: Case }) {
  const { by, text } = nextActionText(one);
  return (
    <>
      <Text size="sm" fw={600}>
        {by}
      </Text>
      <Text size="sm">{text}</Text>
    </>
  );
}

function NextDeadline({ one }: { one: Case }) {
  const deadline = nextDeadline(one);
  if (!deadline) return <Text size="sm">–</Text>;
  return (
    <>
      <Text size="sm">{deadlineName(deadline.name)}</Text>
      <Text size="sm">
        {formatDay(deadline.date)}, {formatDaysLeft(daysBetween(clockDay(one), deadline.date))}
      </Text>
    </>
  );
}
