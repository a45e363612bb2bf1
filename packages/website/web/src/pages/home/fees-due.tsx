import { Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Overview } from '../../api/queries.ts';
import { formatCents } from '../../shared/format.ts';
import { Section } from '../../shared/parts.tsx';
import classes from './home.module.css';

const mostShown = 6;

/** Lists the fees that are due, each with a link to its case. */
export function FeesDue({ due: { totalCents, items } }: { due: Overview['due'] }) {
  const shown = items.slice(0, mostShown);
  const shownCents = shown.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return (
    <Section title="Fees due">
      {items.length === 0 ? (
        <p className={classes['none']}>No fees are due.</p>
      ) : (
        <>
          <Table className={classes['fees'] ?? ''} aria-label="Fees due">
            <Table.Tbody>
              {shown.map(({ caseId, address, description, amountCents }, at) => (
                // A case can have several charges.
                <Table.Tr key={`${caseId} ${at}`}>
                  <Table.Td>
                    <Link to="/cases/$id" params={{ id: caseId }} title={description}>
                      {address}
                    </Link>
                  </Table.Td>
                  <Table.Td className="amount">{formatCents(amountCents)}</Table.Td>
                </Table.Tr>
              ))}
              {shownCents < totalCents && (
                <Table.Tr>
                  <Table.Td>Others</Table.Td>
                  <Table.Td className="amount">{formatCents(totalCents - shownCents)}</Table.Td>
                </Table.Tr>
              )}
            </Table.Tbody>
            <Table.Tfoot>
              <Table.Tr>
                <Table.Th scope="row">Total</Table.Th>
                <Table.Td className="amount">{formatCents(totalCents)}</Table.Td>
              </Table.Tr>
            </Table.Tfoot>
          </Table>
          <p className={classes['note']}>
            These are platform fees. The page of each case shows how its fee is paid. Attorney fees and court costs are
            not included; the attorney bills them to you.
          </p>
        </>
      )}
    </Section>
  );
}
