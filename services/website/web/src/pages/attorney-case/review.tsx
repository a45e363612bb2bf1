import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { type AttorneyCase, type ReviewRequirements, reviewRequirementsQuery } from '../../api/queries.ts';
import { Refusal } from '../../api/refusal.ts';
import { QueryState } from '../../shared/query-state.tsx';
import { ReportDialog } from '../../shared/report-dialog.tsx';
import { documentKindNames } from '../../wording/cases.ts';
import { deskWords as words } from '../../wording/desk.ts';
import { reviewDecisions, type ReviewDecision } from './decisions.ts';
import { DocumentRow } from './document-row.tsx';
import { Section } from '../../shared/section.tsx';
import { useCaseChanged } from './use-case-changed.ts';
import type { SeenBytes } from './use-seen.ts';
import type { Documents } from './viewer.tsx';

interface ReviewProps {
  one: AttorneyCase;
  documents: Documents;
}

/** What is under review, and the decision: an approval names exactly the bytes that were seen. */
export function Review(props: ReviewProps) {
  const requirements = useQuery(reviewRequirementsQuery(props.one.id));
  return (
    <Section title={words.review}>
      <QueryState query={requirements}>{(current) => <Requirements {...props} requirements={current} />}</QueryState>
    </Section>
  );
}

function Requirements({ one, documents, requirements }: ReviewProps & { requirements: ReviewRequirements }) {
  const queries = useQueryClient();
  const changed = useCaseChanged(one.id);
  /** The hashes of the approval that was refused, because something had changed meanwhile. */
  const [refused, setRefused] = useState<readonly string[] | null>(null);
  const { stage, documents: required } = requirements;
  const hashes = required.map(({ contentHash }) => contentHash);
  const areSeen = required.length > 0 && hashes.every((hash) => documents.seen[hash] !== undefined);
  const lookAgain = () => void queries.invalidateQueries({ queryKey: reviewRequirementsQuery(one.id).queryKey });
  const saysRefusal = (error: Error) => {
    if (!(error instanceof Refusal) || error.code !== 'stale_approval') return false;
    setRefused(hashes);
    lookAgain();
    return true;
  };
  const decide = (decision: ReviewDecision) => (
    <ReportDialog
      // Other documents are another approval.
      key={decision === 'approve' ? hashes.join() : decision}
      verb={reviewDecisions[decision].verb}
      meaning={reviewDecisions[decision].meaning}
      fields={reviewDecisions[decision].fields}
      button={{
        variant: decision === 'approve' ? 'filled' : 'default',
        disabled: decision === 'approve' && !areSeen,
        ...(decision === 'reject' && { color: 'red' }),
      }}
      run={(body) =>
        call('POST /v1/attorney/cases/{id}/reviews', {
          id: one.id,
          body: { ...body, decision, documentHashes: decision === 'approve' ? hashes : [] },
        })
      }
      saysRefusal={saysRefusal}
      canSend={decision !== 'approve' || areSeen}
      onDone={() => {
        setRefused(null);
        changed();
      }}
    >
      {decision === 'approve' && <Approved requirements={requirements} seen={documents.seen} />}
    </ReportDialog>
  );
  if (stage === null) {
    return (
      <Stack align="start">
        <Text>{words.reviewNone}</Text>
        {one.state === 'attorney_assigned' && decide('reject')}
      </Stack>
    );
  }
  const isAmendment = !one.state.endsWith('_review');
  return (
    <Stack gap="sm">
      <Text>{words.reviewStages[stage]}</Text>
      <Text size="sm" c="dimmed">
        {words.reviewHelp}
      </Text>
      {refused !== null && <Stale requirements={requirements} refused={refused} onLook={lookAgain} />}
      {required.length === 0 && (
        <Group>
          <Text>{words.reviewMaking}</Text>
          <Button size="xs" variant="default" onClick={lookAgain}>
            {words.look}
          </Button>
        </Group>
      )}
      {required.map((document) => (
        <DocumentRow
          key={document.id}
          document={document}
          documents={documents}
          note={documentKindNames[document.kind]}
          isNew={refused !== null && !refused.includes(document.contentHash)}
          isRequired
        />
      ))}
      <Group>
        {decide('approve')}
        {!isAmendment && decide('request_changes')}
        {!isAmendment && decide('reject')}
      </Group>
    </Stack>
  );
}

/** What the approval covers, by name and hash. */
function Approved({ requirements, seen }: { requirements: ReviewRequirements; seen: SeenBytes }) {
  const broken = requirements.documents.filter(({ contentHash }) => seen[contentHash] === 'broken');
  return (
    <Stack gap={4}>
      {broken.length > 0 && (
        <Alert color="red" variant="outline" role="alert" className="breakable">
          {words.brokenWarning(broken.map(({ filename }) => filename))}
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
    <Alert variant="outline" role="alert" title={words.stale}>
      <Stack gap="xs" align="start">
        <Text size="sm" className="breakable">
          {added.length > 0 ? words.staleNew(added.map(({ filename }) => filename)) : words.staleSame}
        </Text>
        {added.length === 0 && (
          <Button size="xs" variant="default" onClick={onLook}>
            {words.look}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
