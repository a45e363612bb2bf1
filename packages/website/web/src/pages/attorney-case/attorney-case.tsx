import { Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { type AttorneyCase, attorneyCaseQuery, attorneyQuery, reviewRequirementsQuery } from '../../api/queries.ts';
import { placeOf } from '../../shared/case-facts.ts';
import { AttentionBadges, Parties } from '../../shared/case-parts.tsx';
import { AppLink, Hint, PageTitle } from '../../shared/parts.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { StateFactsPanel } from '../../shared/state-facts-panel.tsx';
import { actorNamesAtDesk, groundNames, stateNames } from '../../wording/names.ts';
import './desk.css';
import { Keys } from './keys.tsx';
import { type OpenedDocument, OtherDocuments, Viewer } from './documents.tsx';
import { AuditTrail, Deadlines, Facts, Filings, Gates, Ledger } from './record.tsx';
import { Reports } from './reports.tsx';
import { Acceptance, Review } from './review.tsx';
import { Service } from './service.tsx';
import { useSeen } from './use-case.ts';

const CustomerNotes = lazy(async () => ({ default: (await import('../../shared/notes.tsx')).CustomerNotes }));

/** The review desk of one case. */
export function AttorneyCasePage() {
  const { id } = useParams({ from: '/attorney-pages/attorney/cases/$id' });
  const me = useQuery(attorneyQuery);
  const query = useQuery(attorneyCaseQuery(id));
  return (
    <Stack>
      <AppLink to="/attorney" size="sm" className="no-print">
        All cases
      </AppLink>
      <QueryState query={me}>
        {(attorney) => (
          <QueryState query={query}>
            {(one) => <Desk key={`${attorney.id} ${one.id}`} attorneyId={attorney.id} one={one} />}
          </QueryState>
        )}
      </QueryState>
    </Stack>
  );
}

/** On a wide screen the open document stays beside the rest, and each is scrolled for itself. */
function Desk({ attorneyId, one }: { attorneyId: string; one: AttorneyCase }) {
  const [opened, setOpened] = useState<OpenedDocument | null>(null);
  const { seen, addSeen } = useSeen(attorneyId, one.id);
  const documents = { opened, open: setOpened, seen };
  const required = useQuery(reviewRequirementsQuery(one.id)).data?.documents ?? [];
  const openNext = () => {
    const unseen = required.filter(({ contentHash }) => seen[contentHash] === undefined);
    const at = required.findIndex(({ id }) => id === opened?.id);
    const next = unseen.find(({ id }) => id !== opened?.id) ?? required[(at + 1) % required.length];
    if (next) setOpened(next);
  };
  // Until they have accepted the case, they see what a check for conflicts needs.
  if (one.attorney === null) {
    return (
      <Stack gap="lg">
        <Head one={one} />
        <Acceptance one={one} />
        <Facts one={one} />
      </Stack>
    );
  }
  return (
    <Stack gap="lg">
      <Head one={one} keys={<Keys caseId={one.id} openNext={openNext} />} />
      <div className="desk">
        <Stack gap="lg">
          <Review one={one} documents={documents} />
          <OtherDocuments one={one} documents={documents} />
        </Stack>
        <div className="desk-viewer" role="group" aria-label="Document" tabIndex={0}>
          <Viewer
            caseId={one.id}
            opened={opened}
            onSeen={addSeen}
            openNext={required.length > 0 ? openNext : undefined}
          />
        </div>
        <Stack gap="lg">
          <Facts one={one} />
          <StateFactsPanel code={one.data.property.state} ground={one.ground} />
          <Ledger one={one} />
          <Suspense>
            <CustomerNotes caseId={one.id} />
          </Suspense>
          <Gates one={one} />
          <Reports one={one} />
          <Service one={one} />
          <Deadlines one={one} />
          <Filings one={one} />
        </Stack>
      </div>
      <AuditTrail events={one.events} parties={one.data.parties} />
    </Stack>
  );
}

function Head({ one, keys }: { one: AttorneyCase; keys?: React.ReactNode }) {
  return (
    <>
      <div>
        <PageTitle>{placeOf(one)}</PageTitle>
        <Text className="breakable">
          <Parties parties={one.data.parties} />
        </Text>
        <Hint>{[groundNames[one.ground], one.courtCaseNumber].filter(Boolean).join(' · ')}</Hint>
      </div>
      <Paper withBorder p="md">
        <Group>
          <Text fw={700} size="lg" role="status">
            {stateNames[one.state]}
          </Text>
          <AttentionBadges reasons={one.attention.reasons} />
          <div style={{ marginInlineStart: 'auto' }}>{keys}</div>
        </Group>
        <Text>
          Next: {actorNamesAtDesk[one.nextAction.by]}. {one.nextAction.description}
        </Text>
      </Paper>
    </>
  );
}
