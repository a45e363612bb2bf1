import { Alert, Stack, Text } from '@mantine/core';
import { call } from '../../api/call.ts';
import type { AttorneyCase } from '../../api/queries.ts';
import { ReportDialog } from '../../shared/report-dialog.tsx';
import { deskWords as words } from '../../wording/desk.ts';
import { useCaseChanged } from './use-case-changed.ts';

/** A case that waits until its attorney accepts it. */
export function Acceptance({ one }: { one: AttorneyCase }) {
  const changed = useCaseChanged(one.id);
  if (one.attorney !== null || one.state === 'closed' || one.state === 'withdrawn' || one.state === 'resolved')
    return null;
  return (
    <Alert variant="outline" title={words.accept}>
      <Stack align="start" gap="xs">
        <Text size="sm">{words.acceptHelp}</Text>
        <ReportDialog
          verb={words.accept}
          meaning={words.acceptMeaning}
          fields={[]}
          button={{ variant: 'filled' }}
          run={() => call('POST /v1/attorney/cases/{id}/accept', { id: one.id })}
          onDone={changed}
        />
        <Text size="sm">{words.declineHelp}</Text>
      </Stack>
    </Alert>
  );
}
