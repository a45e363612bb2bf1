import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { type Case, caseChargesQuery, type Charge, confirmedChargeQuery } from '../../api/queries.ts';
import { formatCents, formatMoment } from '../../shared/format.ts';
import { Lines, Section, SmallButton, Tag, type Tone } from '../../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../../shared/query-state.tsx';
import { useAction } from '../../shared/use-action.ts';
import classes from './charges.module.css';
import { useCaseUpdate } from './use-case.ts';

/**
 * Lists a live case's charges, with a button that opens the hosted checkout, and shows the result of a checkout. For a
 * test case, lists the simulated charges, if there are any.
 */
export function Charges({ one }: { one: Case }) {
  const charges = useQuery(caseChargesQuery(one.mode, one.id));
  if (one.mode === 'test' && !charges.data?.items.length) return null;
  return (
    <Section title="Charges">
      <CheckoutReturn one={one} />
      <QueryState query={charges}>
        {({ items, paymentsEnabled }) =>
          items.length === 0 ? (
            <Text size="sm" c="dimmed">
              There are no charges.
            </Text>
          ) : (
            <Lines>
              {items.map((charge) => (
                <Row key={charge.id} charge={charge} one={one} canPay={paymentsEnabled} />
              ))}
            </Lines>
          )
        }
      </QueryState>
    </Section>
  );
}

function Row({ charge, one, canPay }: { charge: Charge; one: Case; canPay: boolean }) {
  const { state, description, amountCents } = charge;
  const isDue = state === 'due';
  return (
    <li className={classes['charge']}>
      <div className="breakable">
        <b>{description}</b>
        <small>{sinceText(charge)}</small>
        {isDue && !canPay && (
          <small>
            {one.mode === 'test'
              ? 'Nothing is owed: this charge is simulated.'
              : 'Online payment is not available here. The charge is settled outside this website.'}
          </small>
        )}
      </div>
      <Tag tone={chargeTones[state]}>{chargeStateNames[state]}</Tag>
      <span className="amount">{formatCents(amountCents)}</span>
      {isDue && canPay && <Pay charge={charge} one={one} />}
    </li>
  );
}

function sinceText({ createdAt, paidAt, voidedAt, refundedAt }: Charge): string {
  if (refundedAt !== null) return `Refunded on ${formatMoment(refundedAt)}`;
  if (paidAt !== null) return `Paid on ${formatMoment(paidAt)}`;
  if (voidedAt !== null) return `Voided on ${formatMoment(voidedAt)}`;
  return `Since ${formatMoment(createdAt)}`;
}

function Pay({ charge, one }: { charge: Charge; one: Case }) {
  const { refresh } = useCaseUpdate(one);
  // A page has only one primary button. In these states, it is on the card with the next step.
  const hasOther = one.state === 'draft' || one.state === 'cure_period';
  const pay = useAction({
    run: () =>
      call('POST /v1/cases/{id}/charges/{chargeId}/checkout', { id: one.id, chargeId: charge.id }, { mode: one.mode }),
    // The button stays busy until the browser has left the page.
    onDone: ({ url }) => location.assign(url),
    onRefused: () => void refresh(),
  });
  return (
    <div className={`${classes['pay']} no-print`}>
      <Button variant={hasOther ? 'default' : 'filled'} {...pay.button}>
        Pay {formatCents(charge.amountCents)}
      </Button>
      <RefusalAlert error={pay.error} />
    </div>
  );
}

/**
 * Shows the result of the checkout that the customer has just come back from. It is read from the payment provider and
 * never from the URL, so coming back again shows the same result.
 */
function CheckoutReturn({ one }: { one: Case }) {
  const { charge, checkout } = useSearch({ from: '/customer/cases/$id' });
  if (charge === undefined || checkout === undefined) return null;
  return <Returned key={charge} one={one} chargeId={charge} came={checkout} />;
}

interface ReturnedProps {
  one: Case;
  chargeId: string;
  came: 'done' | 'cancelled';
}

function Returned({ one: { mode, id }, chargeId, came }: ReturnedProps) {
  const queries = useQueryClient();
  const { data: charge, error, isFetching, refetch } = useQuery(confirmedChargeQuery(mode, id, chargeId));
  const state = charge?.state;
  useEffect(() => {
    // Refetch the list, so it shows the confirmed state.
    if (state !== undefined) {
      void queries.invalidateQueries({ queryKey: caseChargesQuery(mode, id).queryKey, exact: true });
    }
  }, [queries, mode, id, state]);
  const again = (
    <SmallButton loading={isFetching} onClick={() => void refetch()}>
      Check the payment again
    </SmallButton>
  );
  if (error) return <RefusalAlert error={error}>{again}</RefusalAlert>;
  if (charge === undefined) return <Text size="sm">Asking the payment provider…</Text>;
  const { title, text } = returnText(came, charge.state);
  return (
    <Alert color={charge.state === 'paid' ? 'green' : 'yellow'} title={title} role="status">
      {text}
      {charge.state === 'due' && <Group mt="sm">{again}</Group>}
    </Alert>
  );
}

const chargeStateNames: Readonly<Record<Charge['state'], string>> = {
  due: 'Due',
  paid: 'Paid',
  void: 'Void',
  refunded: 'Refunded',
};

const chargeTones: Readonly<Record<Charge['state'], Tone>> = {
  due: 'warning',
  paid: 'good',
  void: 'neutral',
  refunded: 'neutral',
};

/** Returns the message for a customer who returns from the checkout, by the state at the payment provider. */
function returnText(came: ReturnedProps['came'], state: Charge['state']): { title: string; text: string } {
  if (state === 'paid') return { title: 'Payment received', text: 'This charge is paid.' };
  if (state === 'refunded') return { title: 'The payment was refunded', text: 'Nothing is due for this charge.' };
  if (state === 'void')
    return { title: 'The charge is void', text: 'Nothing is due, and any payment for it is refunded.' };
  if (came === 'cancelled') {
    return { title: 'You left the payment page', text: 'Nothing was paid, and the charge is still due.' };
  }
  return {
    title: 'No payment has arrived yet',
    text: 'Some payment methods take days. If the payment page has expired, open a new one.',
  };
}
