import { Skeleton, UnstyledButton } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { type AttorneyCase, attorneyCaseQuery, attorneyNotesQuery, attorneyQuery } from '../../api/queries.ts';
import { Page } from '../../shared/page.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { StateFactsPanel } from '../../shared/state-facts-panel.tsx';
import tabClasses from '../../shared/tabs.module.css';
import { useIsNarrow } from '../../shared/use-is-narrow.ts';
import { NextStep, type NextStepProps } from './decision.tsx';
import { DeskBar } from './desk-bar.tsx';
import classes from './desk.module.css';
import { type OpenedDocument, OtherDocuments } from './documents.tsx';
import { Keys } from './keys.tsx';
import { AuditTrail, Deadlines, Facts, Filings, Gates, Ledger } from './record.tsx';
import { NextAction, Reports } from './reports.tsx';
import { Acceptance, Review } from './review.tsx';
import { Service, ServiceAction } from './service.tsx';
import { useSeen } from './use-case.ts';
import { useReview } from './use-review.ts';
import { Viewer } from './viewer.tsx';

const CustomerNotes = lazy(async () => ({ default: (await import('../../shared/notes.tsx')).CustomerNotes }));

/** The page on which an attorney works on one case. */
export function AttorneyCasePage() {
  const { id } = useParams({ from: '/attorney-pages/attorney/cases/$id' });
  const me = useQuery(attorneyQuery);
  const query = useQuery(attorneyCaseQuery(id));
  if (me.data && query.data) {
    const one = query.data;
    return <Desk key={`${me.data.id} ${one.id}`} attorneyId={me.data.id} one={one} query={query} />;
  }
  if (me.error ?? query.error) {
    return (
      <Page title="Case" above={[{ to: '/attorney', name: 'Cases' }]}>
        {me.error ? (
          <QueryState query={me}>{() => null}</QueryState>
        ) : (
          <QueryState query={query}>{() => null}</QueryState>
        )}
      </Page>
    );
  }
  return <DeskSkeleton />;
}

function Main({ children }: { children: ReactNode }) {
  return (
    <main id="content" tabIndex={-1} className={classes['main']}>
      {children}
    </main>
  );
}

const partNames = { review: 'Facts', report: 'Report', notes: 'Notes', record: 'Record' } as const;
type Part = keyof typeof partNames | 'document';

interface DeskProps {
  attorneyId: string;
  one: AttorneyCase;
  query: UseQueryResult<AttorneyCase>;
}

/** Shows the open document next to the parts of the case, or as one of the parts if the screen is narrow. */
function Desk({ attorneyId, one, query }: DeskProps) {
  const [opened, setOpened] = useState<OpenedDocument | null>(null);
  const [chosen, choose] = useState<{ part: Part; state: AttorneyCase['state'] } | null>(null);
  const isNarrow = useIsNarrow('1099px');
  const { seen, addSeen } = useSeen(attorneyId, one.id);
  const show = (part: Part) => choose({ part, state: one.state });
  const open = (document: OpenedDocument | null) => {
    setOpened(document);
    if (isNarrow) show(document === null ? 'review' : 'document');
  };
  const documents = { opened, open, seen };
  const review = useReview(one, documents);
  const isReview = review.query.data ? review.query.data.stage !== null : one.state.endsWith('_review');
  // When the state of the case changes, the desk opens the part for the next step.
  const wanted = chosen?.state === one.state ? chosen.part : isReview ? 'review' : 'report';
  const hasViewer = isReview || opened !== null;
  const part = wanted === 'document' && !(isNarrow && hasViewer) ? 'review' : wanted;
  const failure = query.error && (
    <div className={classes['lone']}>
      <QueryState query={query}>{() => null}</QueryState>
    </div>
  );
  // Until attorneys accept the case, they see only what a conflict check needs.
  if (one.attorney === null) {
    return (
      <Main>
        <DeskBar one={one} />
        <div className={classes['lone']}>
          {failure}
          <Acceptance one={one} />
          <Facts one={one} />
        </div>
      </Main>
    );
  }
  const panel = (name: Part) => ({ className: classes['panel'], 'data-shown': part === name });
  return (
    <Main>
      <DeskBar one={one} keys={<Keys caseId={one.id} openNext={review.openNext} />} />
      {failure}
      <div className={classes['desk']} data-viewer={hasViewer}>
        {hasViewer && (
          <div className={classes['document']} data-shown={part === 'document'}>
            <Viewer caseId={one.id} documents={documents} required={review.required} onSeen={addSeen} />
          </div>
        )}
        <div className={classes['side']}>
          <Parts part={part} show={show} hasDocument={isNarrow && hasViewer} isReview={isReview} caseId={one.id} />
          <div {...panel('review')} data-columns>
            <div className={classes['column']}>
              {(isReview || review.query.error) && (
                <Review
                  one={one}
                  documents={documents}
                  review={review}
                  hasNextStep={!isNarrow}
                  showChecks={() => show('record')}
                />
              )}
              <Facts one={one} />
              <Ledger one={one} />
            </div>
            <div className={classes['column']}>
              <OtherDocuments one={one} documents={documents} />
              <StateFactsPanel code={one.data.property.state} ground={one.ground} />
            </div>
          </div>
          <div {...panel('report')} data-columns>
            <div className={classes['column']}>
              <NextAction one={one}>
                <ServiceAction one={one} />
              </NextAction>
              <Service one={one} />
              <Filings one={one} />
            </div>
            <div className={classes['column']}>
              <Reports one={one} />
              <Deadlines one={one} />
            </div>
          </div>
          <div {...panel('notes')}>
            <Suspense>
              <CustomerNotes caseId={one.id} />
            </Suspense>
          </div>
          <div {...panel('record')} data-columns>
            <Gates one={one} />
            <AuditTrail events={one.events} parties={one.data.parties} />
          </div>
        </div>
        {isNarrow && isReview && <Decision one={one} review={review} documents={documents} />}
      </div>
    </Main>
  );
}

interface PartsProps {
  part: Part;
  show: (part: Part) => void;
  hasDocument: boolean;
  /** Whether any document is under review. */
  isReview: boolean;
  caseId: string;
}

/** Buttons that switch between the parts of the case. */
function Parts({ part, show, hasDocument, isReview, caseId }: PartsProps) {
  const { data: notes } = useQuery(attorneyNotesQuery(caseId));
  const count = notes?.items.length ?? 0;
  const isUnanswered = notes?.items.at(-1)?.writtenBy === 'customer';
  const names = {
    ...(hasDocument && { document: 'Document' }),
    ...partNames,
    ...(isReview && { review: 'Review' }),
  };
  return (
    <nav className={`${tabClasses['tabs']} ${classes['parts']}`} aria-label="Parts of the case">
      {(Object.entries(names) as [Part, string][]).map(([name, title]) => (
        <UnstyledButton
          key={name}
          className={tabClasses['tab']}
          aria-current={part === name ? 'page' : undefined}
          onClick={() => show(name)}
        >
          {title}
          {name === 'notes' && count > 0 && (
            <span className={tabClasses['count']} data-due={isUnanswered}>
              {count}
              {isUnanswered && <span className="sr"> unanswered</span>}
            </span>
          )}
        </UnstyledButton>
      ))}
    </nav>
  );
}

/** The next step of a review. On a narrow screen, it stays at the bottom of every part of the case. */
function Decision(props: NextStepProps) {
  const { required, unopened } = props.review;
  return (
    <div className={`${classes['decision']} no-print`} role="region" aria-label="Decision">
      <span>
        <b>{required.length - unopened.length}</b> of {required.length} opened
      </span>
      <NextStep {...props} />
    </div>
  );
}

/** A placeholder for the desk until the case is loaded. */
function DeskSkeleton() {
  return (
    <Main>
      <div className={classes['bar']}>
        <div className={classes['title']}>
          <Skeleton h={16} w="60%" maw="26rem" mb={6} />
          <Skeleton h={12} w="40%" maw="18rem" />
        </div>
      </div>
      <div className={classes['desk']} data-viewer aria-busy>
        <div className={classes['document']} data-shown={false} style={{ background: 'var(--well)' }} />
        <div className={classes['side']}>
          <div className={classes['panel']} role="progressbar" aria-label="Loading">
            {[28, 36, 36, 64, 96, 40, 28, 160, 28, 160].map((height, place) => (
              <Skeleton key={place} h={height} />
            ))}
          </div>
        </div>
      </div>
    </Main>
  );
}
