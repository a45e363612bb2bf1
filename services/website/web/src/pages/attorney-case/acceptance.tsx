import { Alert, Stack, Text } from '@mantine/core';
import { call } from '../../api/call.ts';
import type { AttorneyCase } from '../../api/queries.ts';
import { ReportDialog } from '../../shared/report-dialog.tsx';
import { useCaseChanged } from './use-case-changed.ts';

/** A case that waits until its attorney accepts it. */
export function Acceptance({ one }: { one: AttorneyCase }) {
  const changed = useCaseChanged(one.id);
  if (one.attorney !== null || one.state === 'closed' || one.state === 'withdrawn' || one.state === 'resolved')
    return null;
  return (
    <Alert variant="outline" title="Accept case">
      <Stack align="start" gap="xs">
        <Text size="sm">You were asked to take this case. Until you accept it, nothing else can be reported.</Text>
        <ReportDialog
          verb="Accept case"
          meaning="By accepting, you state that you have checked for conflicts of interest and found none that prevents you from taking the case. The statement is recorded with your name and the time, and the customer sees your name and license."
          fields={[]}
          button={{ variant: 'filled' }}
          run={() => call('POST /v1/attorney/cases/{id}/accept', { id: one.id })}
          onDone={changed}
        />
        <Text size="sm">Can't take this case? Decline it.</Text>
      </Stack>
    </Alert>
  );
}
