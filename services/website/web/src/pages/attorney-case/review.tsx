import { Alert, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type AttorneyCase, type ReviewRequirements, reviewRequirementsQuery } from '../../api/queries.ts';
import { Hint } from '../../shared/hint.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { Section } from '../../shared/section.tsx';
import { SmallButton } from '../../shared/small-button.tsx';
import { documentKindNames } from '../../wording/cases.ts';
import { deskWords as words } from '../../wording/desk.ts';
import { Approve, Reject, RequestChanges } from './decision.tsx';
import { DocumentRow, type Documents } from './documents.tsx';

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
    return (
      <Stack align="start">
        <Text>Nothing is under review right now.</Text>
        {one.state === 'attorney_assigned' && <Reject one={one} />}
      </Stack>
    );
  }
  const isAmendment = !one.state.endsWith('_review');
  return (
    <Stack gap="sm">
      <Text>{words.reviewStages[stage]}</Text>
      <Hint>Open every document under review. Your approval covers exactly the bytes you have seen.</Hint>
      {refused !== null && <Stale requirements={requirements} refused={refused} onLook={lookAgain} />}
      {required.length === 0 && (
        <Group>
          <Text>The case summary is being made. It will be ready in a moment.</Text>
          <SmallButton onClick={lookAgain}>Check again</SmallButton>
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
        <Approve one={one} requirements={requirements} seen={documents.seen} onStale={onStale} />
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
