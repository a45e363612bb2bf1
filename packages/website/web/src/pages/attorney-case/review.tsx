import { Alert, type ButtonProps, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { type AttorneyCase, type ReviewRequirements, reviewRequirementsQuery } from '../../api/queries.ts';
import { codeOf } from '../../api/refusal.ts';
import { formatMoment } from '../../shared/format.ts';
import { Hint, Section, SmallButton } from '../../shared/parts.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { ReportDialog } from '../../shared/report-dialog.tsx';
import type { ReportField } from '../../shared/report-fields.ts';
import { documentKindNames } from '../../wording/names.ts';
import { isNewSince } from './changes.ts';
import { DocumentRow, type Documents } from './documents.tsx';
import { type SeenBytes, useCaseChanged } from './use-case.ts';

interface ReviewProps {
  one: AttorneyCase;
  documents: Documents;
}

/** What is under review, and the decision. */
export function Review(props: ReviewProps) {
  const requirements = useQuery(reviewRequirementsQuery(props.one.id));
  return (
    <Section title="Review">
      <QueryState query={requirements}>{(current) => <Requirements {...props} requirements={current} />}</QueryState>
    </Section>
  );
}

function Requirements({ one, documents, requirements }: ReviewProps & { requirements: ReviewRequirements }) {
  const queries = useQueryClient();
  /** The hashes of the approval that was refused, because something had changed meanwhile. */
  const [refused, setRefused] = useState<readonly string[] | null>(null);
  const { stage, documents: required } = requirements;
  const lookAgain = () => void queries.invalidateQueries({ queryKey: reviewRequirementsQuery(one.id).queryKey });
  const onStale = (hashes: readonly string[] | null) => {
    setRefused(hashes);
    if (hashes !== null) lookAgain();
  };
  if (stage === null) {
    return <Text>Nothing is under review right now.</Text>;
  }
  const isAmendment = !one.state.endsWith('_review');
  // The case summary is of a specification, what the attorney attaches is not.
  const isPaper = (id: string) => one.documents.some((document) => document.id === id && document.specId === null);
  const hasPaper = required.some(({ id }) => isPaper(id));
  const isNew = ({ id, contentHash }: ReviewRequirements['documents'][number]) =>
    refused === null
      ? one.documents.some((document) => document.id === id && isNewSince(one, document.createdAt))
      : !refused.includes(contentHash);
  return (
    <Stack gap="sm">
      <Text>The {stage} is under review.</Text>
      {one.beforeChanges !== null && (
        <Hint>What changed since {formatMoment(one.beforeChanges.at)}, when changes were requested, is marked.</Hint>
      )}
      <Hint>Open every document under review.</Hint>
      {refused !== null && <Stale requirements={requirements} refused={refused} onLook={lookAgain} />}
      {required.length === 0 && (
        <Group>
          <Text>The case summary is being made. It will be ready in a moment.</Text>
          <SmallButton onClick={lookAgain}>Check again</SmallButton>
        </Group>
      )}
      {required.length > 0 && !hasPaper && (
        <Text>
          Attach the {paperNames[stage]} before you approve: an approval covers the paper that is{' '}
          {stage === 'notice' ? 'served' : 'filed'}.
        </Text>
      )}
      {required.map((document) => (
        <DocumentRow
          key={document.id}
          document={document}
          documents={documents}
          note={documentKindNames[document.kind]}
          isNew={isNew(document)}
          isRequired
        />
      ))}
      {required.length > 0 && (
        <Text size="sm">
          <Text span fw={600}>
            Your approval states:
          </Text>{' '}
          {approvalMeaning(required.length)}
        </Text>
      )}
      <Group>
        <Approve one={one} requirements={requirements} hasPaper={hasPaper} seen={documents.seen} onStale={onStale} />
        {!isAmendment && <RequestChanges one={one} />}
        {!isAmendment && <Reject one={one} />}
      </Group>
    </Stack>
  );
}

interface StaleProps {
  requirements: ReviewRequirements;
  refused: readonly string[];
  onLook: () => void;
}

function Stale({ requirements, refused, onLook }: StaleProps) {
  const added = requirements.documents.filter(({ contentHash }) => !refused.includes(contentHash));
  return (
    <Alert variant="outline" role="alert" title="Something changed since you opened the documents">
      <Stack gap="xs" align="start">
        <Text size="sm" className="breakable">
          {added.length > 0
            ? `New: ${added.map(({ filename }) => filename).join(', ')}. Open it before you approve.`
            : 'The documents under review are being made again. Check again in a moment.'}
        </Text>
        {added.length === 0 && <SmallButton onClick={onLook}>Check again</SmallButton>}
      </Stack>
    </Alert>
  );
}

interface DecisionProps {
  one: AttorneyCase;
  requirements: ReviewRequirements;
  /** Whether what is served or filed is among the documents, beside the case summary. */
  hasPaper: boolean;
  seen: SeenBytes;
  /** Called with the hashes of an approval that was refused, because something had changed meanwhile; null once one is given. */
  onStale: (hashes: readonly string[] | null) => void;
}

const paperNames = { notice: 'notice', filing: 'court filing' } as const;

const internalNotes: ReportField = { name: 'notes', label: 'Internal notes', kind: 'long' };

function approvalMeaning(documents: number): string {
  return documents === 1
    ? 'You approve this document, byte for byte. It can then be served or filed as it is.'
    : `You approve these ${documents} documents, byte for byte. They can then be served or filed as they are.`;
}

/** Approves the documents under review: exactly the bytes that were seen. */
function Approve({ one, requirements, hasPaper, seen, onStale }: DecisionProps) {
  const changed = useCaseChanged(one.id);
  const { signing } = requirements;
  const hashes = requirements.documents.map(({ contentHash }) => contentHash);
  const areSeen = hasPaper && hashes.every((hash) => seen[hash] !== undefined);
  const broken = requirements.documents.filter(({ contentHash }) => seen[contentHash] === 'broken');
  return (
    <ReportDialog
      // Other documents are another approval.
      key={hashes.join()}
      verb="Approve"
      meaning={approvalMeaning(hashes.length)}
      fields={[internalNotes]}
      button={{ variant: 'filled', disabled: !areSeen, 'data-approve': true } as ButtonProps}
      canSend={areSeen}
      run={async (body) => {
        const signed = signing ? { assertion: await (await import('./sign.ts')).signApproval(signing) } : {};
        return review(one, { ...body, decision: 'approve', documentHashes: hashes, ...signed });
      }}
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
        {signing && <Text size="sm">Your browser asks for your passkey, which signs exactly these documents.</Text>}
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
function RequestChanges({ one }: { one: AttorneyCase }) {
  return (
    <ReportDialog
      verb="Request changes"
      meaning="The case goes back to the customer as a draft. Earlier approvals no longer count."
      fields={[
        {
          name: 'notes',
          label: 'What needs to change',
          kind: 'long',
          help: 'The customer gets this as a note.',
          needed: true,
        },
      ]}
      run={(body) => review(one, { ...body, decision: 'request_changes', documentHashes: [] })}
      onDone={useCaseChanged(one.id)}
    />
  );
}

/** Ends the attorney's engagement. */
function Reject({ one }: { one: AttorneyCase }) {
  return (
    <ReportDialog
      verb="Decline case"
      meaning="You end your engagement in this case. It stays on hold until the operators find another attorney."
      fields={[{ ...internalNotes, label: 'Why you decline', help: 'For the operators.', needed: true }]}
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

/** A case that waits until its attorney accepts it. */
export function Acceptance({ one }: { one: AttorneyCase }) {
  const changed = useCaseChanged(one.id);
  if (one.state === 'closed' || one.state === 'withdrawn' || one.state === 'resolved') return null;
  return (
    <Alert variant="outline" title="Accept case">
      <Stack align="start" gap="xs">
        <Text size="sm">
          You were asked to take this case. Until you accept it, you see its parties, property and court, and nothing
          else can be reported.
        </Text>
        <ReportDialog
          verb="Accept case"
          meaning="By accepting, you state that you have checked for conflicts of interest and found none that prevents you from taking the case. The statement is recorded with your name and the time, and the customer sees your name and license."
          fields={[]}
          button={{ variant: 'filled' }}
          run={() => call('POST /v1/attorney/cases/{id}/accept', { id: one.id })}
          onDone={changed}
        />
        <Text size="sm">Can't take this case? Decline it.</Text>
        <Reject one={one} />
      </Stack>
    </Alert>
  );
}
