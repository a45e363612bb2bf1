import { Accordion, Badge, Button, Code, Group, Stack, Text } from '@mantine/core';
import type { Case } from '../../api/queries.ts';
import { Refusal } from '../../api/refusal.ts';
import { clockDay, clockOf } from '../../shared/case-facts.ts';
import { daysBetween, formatDay, formatMoment } from '../../shared/dates.ts';
import { RefusalAlert } from '../../shared/refusal-alert.tsx';
import { advanceText, directiveTexts } from '../../wording/sandbox.ts';
import { isFinished } from '../../shared/finished.ts';
import { Section } from '../../shared/section.tsx';
import { useCaseAction } from './use-case-action.ts';
import { Hint } from '../../shared/hint.tsx';

/** What only a test case has: its own clock, the next step, and the directives. */
export function Sandbox({ one }: { one: Case }) {
  if (isFinished(one)) return null;
  const next = advanceText(one);
  return (
    <Section title="Sandbox">
      {next !== null && <Advance one={one} next={next} />}
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
        <Button loading={advance.isPending} onClick={() => advance.mutate()}>
          Advance
        </Button>
      </Group>
      <RefusalAlert error={advance.error}>
        {retryAt !== null && <Text size="sm">The failed step will be retried: {formatMoment(retryAt)}</Text>}
      </RefusalAlert>
    </>
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
              Add one to the additional information of a draft to send a test case down another path. Each works once.
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
