import { Alert, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type Case, caseChargesQuery, confirmedChargeQuery } from '../../api/queries.ts';
import { RefusalAlert } from '../../shared/refusal-alert.tsx';
import { chargeWords as words, returnText } from '../../wording/charges.ts';
import { SmallButton } from '../../shared/small-button.tsx';

/**
 * What has become of a checkout that the customer returns from: what the payment provider says, never what the address
 * says. Returning twice says the same again.
 */
export function CheckoutReturn({ one }: { one: Case }) {
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
    // The list shows what was confirmed.
    if (state !== undefined) {
      void queries.invalidateQueries({ queryKey: caseChargesQuery(mode, id).queryKey, exact: true });
    }
  }, [queries, mode, id, state]);
  const again = (
    <SmallButton loading={isFetching} onClick={() => void refetch()}>
      {words.check}
    </SmallButton>
  );
  if (error) return <RefusalAlert error={error}>{again}</RefusalAlert>;
  if (charge === undefined) return <Text size="sm">{words.checking}</Text>;
  const { title, text } = returnText(came, charge.state);
  return (
    <Alert color={charge.state === 'paid' ? 'green' : 'yellow'} variant="outline" title={title} role="status">
      <Text size="sm">{text}</Text>
      {charge.state === 'due' && <Group mt="sm">{again}</Group>}
    </Alert>
  );
}
