import { Accordion, Badge, Button, Code, Group, Stack, Text } from '@mantine/core';
import { lazy } from 'react';
import type { Case } from '../../api/queries.ts';
import { Refusal } from '../../api/refusal.ts';
import { clockDay, clockOf, isFinished } from '../../shared/case-facts.ts';
import { daysBetween, formatDay, formatMoment } from '../../shared/format.ts';
import { DialogButton } from '../../shared/dialog.tsx';
import { Hint, Section } from '../../shared/parts.tsx';
import { RefusalAlert } from '../../shared/query-state.tsx';
import { useCaseAction } from './use-case.ts';

/** What only a test case has: its own clock, the next step, and the directives. */
export function Sandbox({ one }: { one: Case }) {
  if (isFinished(one)) return null;
  const next = advanceText(one);
  return (
    <Section title="Sandbox">
      {next === null ? <Simulate one={one} /> : <Advance one={one} next={next} />}
      <Clock one={one} />
      <Directives freeText={one.data.freeText ?? ''} />
    </Section>
  );
}

function Advance({ one, next }: { one: Case; next: string }) {
  const advance = useCaseAction(one, 'advance');
  const retryAt = retryOf(advance.error);
  return (
    <>
      <div>
        <Hint>What Advance does next</Hint>
        <Text>{next}</Text>
      </div>
      <Group>
        <Button {...advance.button}>Advance</Button>
        <Simulate one={one} />
      </Group>
      <RefusalAlert error={advance.error}>
        {retryAt !== null && <Text size="sm">The failed step will be retried: {formatMoment(retryAt)}</Text>}
      </RefusalAlert>
    </>
  );
}

const Scenarios = lazy(() => import('./scenarios.tsx'));

/** Nothing happens to a draft. */
function Simulate({ one }: { one: Case }) {
  if (one.state === 'draft') return null;
  return (
    <DialogButton
      verb="Simulate"
      title="Simulate what happens to live cases"
      button={{ style: { alignSelf: 'start' } }}
    >
      {(close) => <Scenarios one={one} close={close} />}
    </DialogButton>
  );
}

function retryOf(error: Error | null): string | null {
  const details = error instanceof Refusal ? (error.details as { retryAt?: unknown } | null) : null;
  return typeof details?.retryAt === 'string' ? details.retryAt : null;
}

/** The day in UTC, as all dates of a test case are. */
function Clock({ one }: { one: Case }) {
  const day = clockDay(one);
  const ahead = daysBetween(new Date().toISOString().slice(0, 10), day);
  return (
    <div>
      <Hint>This case's clock</Hint>
      <Text>
        <time dateTime={clockOf(one).toISOString()}>{formatDay(day)}</time>
        {ahead > 0 && `, ${ahead === 1 ? '1 day ahead of today' : `${ahead} days ahead of today`}`}
      </Text>
      <Hint>A test case has its own clock, which Advance moves ahead.</Hint>
    </div>
  );
}

function Directives({ freeText }: { freeText: string }) {
  return (
    <Accordion variant="contained" order={3}>
      <Accordion.Item value="directives">
        <Accordion.Control>Directives</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="sm">
            <Text size="sm">
              Add one to the notes for the attorney of a draft to send a test case down another path. Each works once.
            </Text>
            {Object.entries(directiveTexts).map(([directive, text]) => (
              <div key={directive}>
                <Group gap="xs">
                  <Code>{directive}</Code>
                  {freeText.includes(directive) && (
                    <Badge variant="outline" tt="none">
                      in this case
                    </Badge>
                  )}
                </Group>
                <Text size="sm">{text}</Text>
              </div>
            ))}
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}

/** What the next advance does, by where the case is; null where there is nothing to advance. */
function advanceText({ state, data }: Pick<Case, 'state' | 'data'>): string | null {
  if (state === 'judgment_entered' && data.progress.judgment?.outcome !== 'plaintiff') return 'The case is closed.';
  return advanceTexts[state] ?? null;
}

const advanceTexts: Partial<Record<Case['state'], string>> = {
  notice_review: 'The reviewer approves the notice, and it goes out for service.',
  notice_approved: 'The notice goes out for service.',
  notice_sent: 'The notice is served, and the notice period begins.',
  cure_period: 'The notice period ends, and the court filing is made.',
  filing_review: 'The reviewer approves the filing, and it goes to the court.',
  filing_approved: 'The filing goes to the court.',
  filing_submitted: 'The clerk accepts the filing, and the summons goes out for service.',
  filing_accepted: 'The summons goes out for service.',
  filing_rejected: 'The filing is corrected and reviewed again.',
  summons_sent: 'The summons is served.',
  summons_served: 'The court sets a hearing.',
  hearing_scheduled: 'The hearing takes place, and the court enters judgment.',
  judgment_entered: 'The appeal period ends, and the writ is requested.',
  writ_requested: 'The court issues the writ.',
  writ_issued: 'The officer executes the writ, and the case is closed.',
};

/** What each directive does. */
const directiveTexts = {
  'sandbox:request_changes': 'The first review returns the case as a draft. Submit it again.',
  'sandbox:reject': 'The first review puts the case on hold.',
  'sandbox:service_failed': 'The first service fails. The next advance serves by the next method.',
  'sandbox:filing_rejected': 'The clerk returns the first filing. The next advance corrects it.',
  'sandbox:judgment_defendant': 'The judgment is for the defendant, and the case closes.',
  'sandbox:judgment_dismissed': 'The case is dismissed, and closes.',
} as const;
