import type { WebhookAttempt, WebhookDelivery } from '@evict/contract';
import { Group, Paper, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { call } from '../../api/call.ts';
import type { Mode } from '../../api/mode.ts';
import { deliveriesOf } from '../../api/queries.ts';
import { AppLink } from '../../shared/app-link.tsx';
import { formatMoment } from '../../shared/dates.ts';
import { RefusalAlert } from '../../shared/refusal-alert.tsx';
import { ToneBadge } from '../../shared/tone-badge.tsx';
import { deliveryWords as words } from '../../wording/developers.ts';
import { Hint } from '../../shared/hint.tsx';
import { SmallButton } from '../../shared/small-button.tsx';

interface DeliveryProps {
  delivery: WebhookDelivery;
  mode: Mode;
  endpointId: string;
}

const tones = { pending: 'warning', delivered: 'good', failed: 'bad' } as const;

export function Delivery({ delivery, mode, endpointId }: DeliveryProps) {
  const { id, type, caseId, status, createdAt, nextAttemptAt, attempts } = delivery;
  const queries = useQueryClient();
  const name = useId();
  const redeliver = useMutation({
    mutationFn: () =>
      call(
        'POST /v1/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver',
        { id: endpointId, deliveryId: id },
        { mode },
      ),
    onSuccess: () => notifications.show({ message: 'The delivery is being sent again' }),
    onSettled: () => void queries.invalidateQueries({ queryKey: deliveriesOf(mode, endpointId) }),
  });
  return (
    <Paper component="li" withBorder p="sm">
      <Stack gap="xs">
        <Group justify="space-between" align="start">
          <div className="breakable">
            <Text ff="monospace" size="sm" id={name}>
              {type}
            </Text>
            <Hint>
              {formatMoment(createdAt)} ·{' '}
              <AppLink to="/cases/$id" params={{ id: caseId }}>
                Open case
              </AppLink>
            </Hint>
          </div>
          <Group gap="sm">
            <ToneBadge tone={tones[status]}>{words.statuses[status]}</ToneBadge>
            <SmallButton aria-describedby={name} loading={redeliver.isPending} onClick={() => redeliver.mutate()}>
              Redeliver
            </SmallButton>
          </Group>
        </Group>
        <Attempts attempts={attempts} />
        {nextAttemptAt !== null && <Hint>Next attempt {formatMoment(nextAttemptAt)}</Hint>}
        <RefusalAlert error={redeliver.error} />
      </Stack>
    </Paper>
  );
}

function Attempts({ attempts }: { attempts: readonly WebhookAttempt[] }) {
  if (attempts.length === 0) return <Text size="sm">No attempt yet</Text>;
  return (
    <Stack component="ol" gap={2} m={0} pl={0} style={{ listStyle: 'none' }} aria-label="Attempts">
      {attempts.map(({ at, statusCode, error, durationMs }) => (
        <Text component="li" size="sm" key={at}>
          {formatMoment(at)} · {error === null ? `Response ${statusCode ?? 0}` : words.attempt[error]} · {durationMs} ms
        </Text>
      ))}
    </Stack>
  );
}
