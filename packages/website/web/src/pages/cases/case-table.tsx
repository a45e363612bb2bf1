import { Checkbox, Skeleton, Table } from '@mantine/core';
import { deadlineName } from '@evict/calendar/deadline-name';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Case } from '../../api/queries.ts';
import { addressOf, clockDay, nextDeadline, placeOf } from '../../shared/case-facts.ts';
import { counted, daysBetween, formatCents, formatShortDay, plainName } from '../../shared/format.ts';
import { Ago } from '../../shared/parts.tsx';
import { CaseStatus } from '../../shared/status.tsx';
import { nextStepOf } from '../../wording/next-steps.ts';
import classes from './case-table.module.css';

interface CaseTableProps {
  cases: readonly Case[];
  chosen: ReadonlySet<string>;
  onChoose: (ids: readonly string[], isChosen: boolean) => void;
  /** Whether these cases are outdated because others are being loaded. */
  isStale: boolean;
}

/** A table with two lines per case. The whole row is a link to the case. On a phone, the cells are stacked. */
export function CaseTable({ cases, chosen, onChoose, isStale }: CaseTableProps) {
  const count = cases.filter(({ id }) => chosen.has(id)).length;
  const all = cases.map(({ id }) => id);
  return (
    <Table className={classes['cases'] ?? ''} aria-label="Cases" data-stale={isStale} aria-busy={isStale}>
      <Head>
        <Checkbox
          size="xs"
          radius="xs"
          aria-label="Select all"
          checked={count > 0 && count === cases.length}
          indeterminate={count > 0 && count < cases.length}
          onChange={({ currentTarget }) => onChoose(all, currentTarget.checked)}
        />
      </Head>
      <Table.Tbody>
        {cases.map((one) => (
          <Row key={one.id} one={one} isChosen={chosen.has(one.id)} onChoose={onChoose} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Head({ children }: { children: ReactNode }) {
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th className={classes['pick'] ?? ''}>{children}</Table.Th>
        <Table.Th>Case</Table.Th>
        <Table.Th className={classes['status'] ?? ''}>Status</Table.Th>
        <Table.Th className={classes['step'] ?? ''}>Next step</Table.Th>
        <Table.Th className={classes['date'] ?? ''}>Next date</Table.Th>
        <Table.Th className={classes['owed'] ?? ''}>Owed</Table.Th>
        <Table.Th className={classes['updated'] ?? ''}>Updated</Table.Th>
      </Table.Tr>
    </Table.Thead>
  );
}

interface RowProps extends Pick<CaseTableProps, 'onChoose'> {
  one: Case;
  isChosen: boolean;
}

function Row({ one, isChosen, onChoose }: RowProps) {
  const { property, parties, amountOwedCents } = one.data;
  const tenants = parties.filter(({ role }) => role === 'defendant').map(({ name }) => plainName(name));
  const place = `${plainName(property.city)}, ${property.state.toUpperCase()}`;
  const step = nextStepOf(one);
  return (
    <Table.Tr data-chosen={isChosen}>
      <Table.Td className={classes['pick'] ?? ''}>
        <label className={classes['hit']}>
          <Checkbox
            size="xs"
            radius="xs"
            aria-label={`Select ${placeOf(one)}`}
            checked={isChosen}
            onChange={({ currentTarget }) => onChoose([one.id], currentTarget.checked)}
          />
        </label>
      </Table.Td>
      <Table.Td className={classes['title'] ?? ''}>
        {one.unread && <Unread />}
        <Link to="/cases/$id" params={{ id: one.id }} className={classes['link'] ?? ''} data-row>
          {addressOf(one).street}
        </Link>
        <small>
          {[place, one.reference].filter(Boolean).join(' · ')}
          {tenants.length > 0 && (
            <>
              {' · '}
              <bdi>{tenants.join(', ')}</bdi>
            </>
          )}
        </small>
      </Table.Td>
      <Table.Td className={classes['status'] ?? ''}>
        <CaseStatus state={one.state} />
      </Table.Td>
      <Table.Td className={classes['step'] ?? ''} data-yours={step.isYours}>
        {step.title === '' ? <None /> : <span>{step.title}</span>}
        <small>{step.isYours ? 'Waiting for you' : step.by}</small>
      </Table.Td>
      <Table.Td className={classes['date'] ?? ''}>
        <NextDate one={one} />
      </Table.Td>
      <Table.Td className={`${classes['owed']} amount`}>
        {amountOwedCents === undefined ? <None /> : formatCents(amountOwedCents)}
      </Table.Td>
      <Table.Td className={classes['updated'] ?? ''}>
        <Ago moment={one.updatedAt} />
      </Table.Td>
    </Table.Tr>
  );
}

/** Marks a case that changed since the reader last opened it. */
function Unread() {
  return (
    <span className={classes['unread']} title="New since you last looked">
      <span className="sr">New: </span>
    </span>
  );
}

/** Shows the next date of a case. The days until then would mislead in test mode, where each case has its own clock. */
function NextDate({ one }: { one: Case }) {
  const deadline = nextDeadline(one);
  if (!deadline) return <None />;
  const { name, date } = deadline;
  const days = daysBetween(clockDay(one), date);
  return (
    <span title={deadlineName(name)}>
      <time dateTime={date}>{formatShortDay(date)}</time>
      <span className="sr">, {deadlineName(name)}</span>
      {one.mode === 'live' && <small>{days === 0 ? 'Today' : counted(days, 'day')}</small>}
    </span>
  );
}

function None() {
  return <span className={classes['none']}>–</span>;
}

const rowsWhileLoading = Array.from({ length: 12 }, (_, row) => row);

/** A placeholder for the rows while they load. */
export function CaseTableSkeleton() {
  return (
    <Table className={classes['cases'] ?? ''} role="progressbar" aria-label="Loading cases">
      <Head>{null}</Head>
      <Table.Tbody>
        {rowsWhileLoading.map((row) => (
          <Table.Tr key={row}>
            <Table.Td className={classes['pick'] ?? ''} />
            <Table.Td className={classes['title'] ?? ''}>
              <Skeleton h={12} w={`${50 + ((row * 17) % 35)}%`} my={3} />
              <Skeleton h={10} w={`${35 + ((row * 23) % 40)}%`} mt={7} />
            </Table.Td>
            <Table.Td className={classes['status'] ?? ''}>
              <Skeleton h={12} w="60%" my={3} />
            </Table.Td>
            <Table.Td className={classes['step'] ?? ''}>
              <Skeleton h={12} w="80%" my={3} />
            </Table.Td>
            <Table.Td className={classes['date'] ?? ''} />
            <Table.Td className={classes['owed'] ?? ''}>
              <Skeleton h={12} w="70%" my={3} ml="auto" />
            </Table.Td>
            <Table.Td className={classes['updated'] ?? ''} />
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
