import { Alert, Button, type ButtonProps, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { call } from '../../api/call.ts';
import type { AttorneyCase, ReviewRequirements } from '../../api/queries.ts';
import { codeOf } from '../../api/refusal.ts';
import { plainName } from '../../shared/format.ts';
import { Key } from '../../shared/parts.tsx';
import { ReportDialog } from '../../shared/report-dialog.tsx';
import type { ReportField } from '../../shared/report-fields.ts';
import { approvalStatement } from './approval.ts';
import { AttachDocument, type Documents } from './documents.tsx';
import classes from './review.module.css';
import { useCaseChanged } from './use-case.ts';
import type { ReviewState } from './use-review.ts';

export const paperNames = { notice: 'notice', filing: 'court filing' } as const;

export interface NextStepProps {
  one: AttorneyCase;
  review: ReviewState;
  documents: Documents;
}

/** The main button of a review. It opens the unopened documents, then attaches a missing paper, and then approves. */
export function NextStep({ one, review, documents }: NextStepProps) {
  const { required, unopened, next, hasPaper, lookAgain, openNext, onStale } = review;
  const requirements = review.query.data;
  const stage = requirements?.stage ?? null;
  const step =
    required.length === 0 ? 'wait' : unopened.length > 0 ? 'open' : hasPaper ? 'approve' : ('attach' as const);
  const frame = useFocusKept(step);
  if (!requirements || stage === null) return null;
  const big = { size: 'md', fullWidth: true } as const;
  return (
    <div className={classes['next']} ref={frame}>
      {step === 'wait' && (
        <Button {...big} onClick={lookAgain}>
          Check again
        </Button>
      )}
      {step === 'open' && next && (
        <Button {...big} onClick={openNext} rightSection={<Shortcut>O</Shortcut>} className="breakable">
          Open {plainName(next.filename)}
        </Button>
      )}
      {step === 'attach' && (
        <AttachDocument one={one} verb={`Attach the ${paperNames[stage]}`} button={{ ...big, variant: 'filled' }} />
      )}
      {step === 'approve' && (
        <Approve one={one} requirements={requirements} stage={stage} seen={documents.seen} onStale={onStale} />
      )}
      {step === 'approve' && requirements.signing && (
        <p className={classes['hint']}>Next, your browser asks for your passkey.</p>
      )}
    </div>
  );
}

/** The keyboard shortcut for a button, which screen readers skip. */
function Shortcut({ children }: { children: string }) {
  return (
    <span aria-hidden className={classes['shortcut']}>
      <Key>{children}</Key>
    </span>
  );
}

/** Moves the focus to the next button when the focused one is replaced. */
function useFocusKept(step: string) {
  const frame = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    const element = frame.current;
    if (hadFocus.current && document.activeElement === document.body) element?.querySelector('button')?.focus();
    const note = () => {
      hadFocus.current = element?.contains(document.activeElement) ?? false;
    };
    note();
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [step]);
  return frame;
}

interface ApproveProps {
  one: AttorneyCase;
  requirements: ReviewRequirements;
  stage: NonNullable<ReviewRequirements['stage']>;
  seen: Documents['seen'];
  onStale: ReviewState['onStale'];
}

const internalNotes: ReportField = { name: 'notes', label: 'Internal notes', kind: 'long' };

/**
 * Approves exactly the displayed bytes of the documents under review. An attorney with a passkey signs the approval.
 */
function Approve({ one, requirements, stage, seen, onStale }: ApproveProps) {
  const changed = useCaseChanged(one.id);
  const { signing } = requirements;
  const hashes = requirements.documents.map(({ contentHash }) => contentHash);
  const broken = requirements.documents.filter(({ contentHash }) => seen[contentHash] === 'broken');
  const button = {
    variant: 'filled',
    size: 'md',
    fullWidth: true,
    rightSection: <Shortcut>A</Shortcut>,
    'data-approve': true,
  } as ButtonProps;
  return (
    <ReportDialog
      // Reset the form when the documents change, because they require another approval.
      key={hashes.join()}
      verb={signing ? 'Approve and sign' : 'Approve'}
      meaning={approvalStatement(hashes.length, stage)}
      fields={[internalNotes]}
      button={button}
      run={async (body) => {
        const signed = signing ? { assertion: await (await import('./sign.ts')).signApproval(signing) } : {};
        return decide(one, { ...body, decision: 'approve', documentHashes: hashes, ...signed });
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
          <Alert color="red" role="alert" className="breakable">
            This page could not show {broken.map(({ filename }) => plainName(filename)).join(', ')}. Your approval still
            covers what you could not see here, so download and read it first.
          </Alert>
        )}
        {requirements.documents.map(({ id, filename, contentHash }) => (
          <Text key={id} size="sm" className="breakable">
            {plainName(filename)}
            <Text span size="xs" c="dimmed" ff="monospace" display="block">
              {contentHash}
            </Text>
          </Text>
        ))}
      </Stack>
    </ReportDialog>
  );
}

/** A button that returns the case to the customer as a draft. */
export function RequestChanges({ one }: { one: AttorneyCase }) {
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
      run={(body) => decide(one, { ...body, decision: 'request_changes', documentHashes: [] })}
      onDone={useCaseChanged(one.id)}
    />
  );
}

/** A button that ends the attorney's engagement. */
export function Decline({ one }: { one: AttorneyCase }) {
  return (
    <ReportDialog
      verb="Decline case"
      meaning="You no longer work on this case. It goes on hold, and the operators look for another attorney."
      fields={[{ ...internalNotes, label: 'Why you decline', help: 'For the operators.', needed: true }]}
      button={{ variant: 'subtle', color: 'red' }}
      run={(body) => decide(one, { ...body, decision: 'reject', documentHashes: [] })}
      onDone={useCaseChanged(one.id)}
    />
  );
}

type Body = Parameters<typeof call<'POST /v1/attorney/cases/{id}/reviews'>>[1]['body'];

async function decide({ id }: AttorneyCase, body: Body) {
  return call('POST /v1/attorney/cases/{id}/reviews', { id, body });
}
