import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { type AttorneyCase, attorneyQuery, type ReviewRequirements } from '../../api/queries.ts';
import { counted, formatMoment, plainName } from '../../shared/format.ts';
import { Card, Hint, Lines, Note, Section, SmallButton } from '../../shared/parts.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { ReportDialog } from '../../shared/report-dialog.tsx';
import { inWordsAtDesk } from '../../wording/fields.ts';
import { documentKindNames } from '../../wording/names.ts';
import { approvalStatement } from './approval.ts';
import { isNewSince } from './changes.ts';
import { Decline, NextStep, type NextStepProps, paperNames, RequestChanges } from './decision.tsx';
import { DocumentRow } from './documents.tsx';
import classes from './review.module.css';
import { useCaseChanged } from './use-case.ts';

interface ReviewProps extends NextStepProps {
  /** Whether to show the next step here. A narrow screen shows it elsewhere. */
  hasNextStep: boolean;
  showChecks: () => void;
}

/** Shows the documents under review, and the decision about them. */
export function Review(props: ReviewProps) {
  const { query, required, unopened } = props.review;
  const stage = query.data?.stage ?? null;
  const count =
    stage !== null && required.length > 0 && `${required.length - unopened.length} of ${required.length} opened`;
  return (
    <Section
      title={stage === null ? 'Review' : `Review of the ${paperNames[stage]}`}
      beside={count && <Note>{count}</Note>}
    >
      <QueryState query={query}>{(current) => <Requirements {...props} requirements={current} />}</QueryState>
    </Section>
  );
}

function Requirements(props: ReviewProps & { requirements: ReviewRequirements }) {
  const { one, documents, review, requirements, hasNextStep, showChecks } = props;
  const { stage } = requirements;
  const { required, refused } = review;
  if (stage === null) return null;
  const isAmendment = !one.state.endsWith('_review');
  const isNew = ({ id, contentHash }: ReviewRequirements['documents'][number]) =>
    refused === null
      ? one.documents.some((document) => document.id === id && isNewSince(one, document.createdAt))
      : !refused.includes(contentHash);
  return (
    <Stack gap="sm">
      {one.beforeChanges !== null && (
        <Hint>What changed since {formatMoment(one.beforeChanges.at)}, when changes were requested, is marked.</Hint>
      )}
      {refused !== null && <Stale requirements={requirements} refused={refused} onLook={review.lookAgain} />}
      {required.length === 0 && <Hint>The case summary is being prepared. It will be ready in a moment.</Hint>}
      {required.length > 0 && (
        <Lines>
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
        </Lines>
      )}
      {required.length > 0 && !review.hasPaper && (
        <Hint>
          Attach the {paperNames[stage]} before you approve. An approval covers the paper that is{' '}
          {stage === 'notice' ? 'served' : 'filed'}.
        </Hint>
      )}
      <Warnings one={one} showChecks={showChecks} />
      {required.length > 0 && (
        <div className={classes['statement']}>
          <h3>Your statement</h3>
          <p>{approvalStatement(required.length, stage)}</p>
          <Signer state={one.data.property.state} />
          <small>
            Your approval is recorded with the SHA-256 of each document. If one changes, it needs a new approval.
          </small>
        </div>
      )}
      {hasNextStep && <NextStep one={one} review={review} documents={documents} />}
      {!isAmendment && (
        <div className={classes['others']}>
          <RequestChanges one={one} />
          <Decline one={one} />
        </div>
      )}
    </Stack>
  );
}

/** Says who makes the statement: the attorney, with their license in the state of the property. */
function Signer({ state }: { state: string }) {
  const { data: attorney } = useQuery(attorneyQuery);
  const license = attorney?.licenses.find((one) => one.state === state.toUpperCase());
  return (
    <small className="breakable">
      {[attorney?.name ?? attorney?.email, license && `${license.state} bar number ${license.barNumber}`]
        .filter(Boolean)
        .join(', ') || '\u00a0'}
    </small>
  );
}

/** Shows the number of failed checks and warnings, with their reasons. */
function Warnings({ one, showChecks }: Pick<ReviewProps, 'one' | 'showChecks'>) {
  const of = (status: AttorneyCase['gates']['results'][number]['status']) =>
    one.gates.results.filter((result) => result.status === status);
  const [failed, warned, passed] = [of('fail'), of('warn'), of('pass')];
  const found = [...failed, ...warned];
  if (found.length === 0) return null;
  const counts = [
    failed.length > 0 && `${failed.length} failed`,
    warned.length > 0 && counted(warned.length, 'warning'),
    `${counted(passed.length, 'check')} passed`,
  ].filter(Boolean);
  return (
    <Alert
      color={failed.length > 0 ? 'red' : 'yellow'}
      icon={<IconAlertTriangle size={16} />}
      className={`${classes['warnings']} breakable`}
    >
      <b className={classes['counts']}>{counts.join(', ')}</b>
      <ul className={classes['reasons']}>
        {found.map(({ gate, reason }) => reason !== undefined && <li key={gate}>{inWordsAtDesk(reason)}</li>)}
      </ul>
      <Anchor component="button" type="button" inherit onClick={showChecks}>
        See checks
      </Anchor>
    </Alert>
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
    <Alert color="yellow" role="alert" title="Something changed since you opened the documents">
      <Stack gap="xs" align="start">
        <span className="breakable">
          {added.length > 0
            ? `New: ${added.map(({ filename }) => plainName(filename)).join(', ')}. Open what is new before you approve.`
            : 'The documents under review are being prepared again. Check again in a moment.'}
        </span>
        {added.length === 0 && <SmallButton onClick={onLook}>Check again</SmallButton>}
      </Stack>
    </Alert>
  );
}

/** Asks the attorney to accept or decline the case. */
export function Acceptance({ one }: { one: AttorneyCase }) {
  const changed = useCaseChanged(one.id);
  if (one.state === 'closed' || one.state === 'withdrawn' || one.state === 'resolved') return null;
  return (
    <Card aria-label="Accept case" style={{ maxWidth: 'var(--read-max)' }}>
      <Stack gap="sm">
        <Text size="xl" fw={600}>
          Check for conflicts, then accept this case
        </Text>
        <Text c="dimmed">
          You were asked to take this case. Until you accept it, you see only its parties, property and court, and you
          cannot report anything.
        </Text>
        <div className={classes['others']}>
          <ReportDialog
            verb="Accept case"
            meaning="By accepting, you state that you have checked for conflicts of interest and found none that prevents you from taking the case. The statement is recorded with your name and the time, and the customer sees your name and license."
            fields={[]}
            button={{ variant: 'filled', size: 'md' }}
            run={() => call('POST /v1/attorney/cases/{id}/accept', { id: one.id })}
            onDone={changed}
          />
          <Decline one={one} />
        </div>
      </Stack>
    </Card>
  );
}
