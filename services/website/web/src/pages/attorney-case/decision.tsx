import { Alert, Stack, Text } from '@mantine/core';
import { call } from '../../api/call.ts';
import type { AttorneyCase, ReviewRequirements } from '../../api/queries.ts';
import { codeOf } from '../../api/refusal.ts';
import { ReportDialog } from '../../shared/report-dialog.tsx';
import type { ReportField } from '../../shared/report-fields.ts';
import { useCaseChanged } from './use-case-changed.ts';
import type { SeenBytes } from './use-seen.ts';

interface DecisionProps {
  one: AttorneyCase;
  requirements: ReviewRequirements;
  seen: SeenBytes;
  /** Called with the hashes of an approval that was refused, because something had changed meanwhile; null once one is given. */
  onStale: (hashes: readonly string[] | null) => void;
}

const internalNotes: ReportField = { name: 'notes', label: 'Internal notes', kind: 'long' };

/** Approves the documents under review: exactly the bytes that were seen. */
export function Approve({ one, requirements, seen, onStale }: DecisionProps) {
  const changed = useCaseChanged(one.id);
  const hashes = requirements.documents.map(({ contentHash }) => contentHash);
  const areSeen = hashes.length > 0 && hashes.every((hash) => seen[hash] !== undefined);
  const broken = requirements.documents.filter(({ contentHash }) => seen[contentHash] === 'broken');
  return (
    <ReportDialog
      // Other documents are another approval.
      key={hashes.join()}
      verb="Approve"
      meaning="You approve these documents, byte for byte. They can then be served or filed as they are."
      fields={[internalNotes]}
      button={{ variant: 'filled', disabled: !areSeen }}
      canSend={areSeen}
      run={(body) => review(one, { ...body, decision: 'approve', documentHashes: hashes })}
      saysRefusal={(error) => {
        const isStale = codeOf(error) === 'stale_approval';
        if (isStale) onStale(hashes);
        return isStale;
      }}
      onDone={() => {
        onStale(null);
        changed();
      }}
    >
      <Stack gap={4}>
        {broken.length > 0 && (
          <Alert color="red" variant="outline" role="alert" className="breakable">
            This page could not show {broken.map(({ filename }) => filename).join(', ')}. Your approval covers it all
            the same, so download and read it first.
          </Alert>
        )}
        {requirements.documents.map(({ id, filename, contentHash }) => (
          <Text key={id} size="sm" className="breakable">
            {filename}
            <Text span size="xs" c="dimmed" ff="monospace" display="block">
              {contentHash}
            </Text>
          </Text>
        ))}
      </Stack>
    </ReportDialog>
  );
}

/** Returns the case to its customer. */
export function RequestChanges({ one }: { one: AttorneyCase }) {
  return (
    <ReportDialog
      verb="Request changes"
      meaning="The case goes back to the customer as a draft. Earlier approvals no longer count."
      fields={[
        { name: 'notes', label: 'What needs to change', kind: 'long', help: 'The customer gets this as a note.' },
      ]}
      run={(body) => review(one, { ...body, decision: 'request_changes', documentHashes: [] })}
      onDone={useCaseChanged(one.id)}
    />
  );
}

/** Ends the attorney's engagement. */
export function Reject({ one }: { one: AttorneyCase }) {
  return (
    <ReportDialog
      verb="Decline case"
      meaning="You end your engagement in this case. It stays on hold until the operators find another attorney."
      fields={[internalNotes]}
      button={{ color: 'red' }}
      run={(body) => review(one, { ...body, decision: 'reject', documentHashes: [] })}
      onDone={useCaseChanged(one.id)}
    />
  );
}

type Body = Parameters<typeof call<'POST /v1/attorney/cases/{id}/reviews'>>[1]['body'];

async function review({ id }: AttorneyCase, body: Body) {
  return call('POST /v1/attorney/cases/{id}/reviews', { id, body });
}
