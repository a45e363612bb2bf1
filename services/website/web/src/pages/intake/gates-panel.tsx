import { Anchor, Button, List, Paper, Stack, Text, Title } from '@mantine/core';
import type { Output } from '../../api/contract.ts';
import { RefusalAlert } from '../../shared/refusal-alert.tsx';
import { gateName } from '../../wording/desk.ts';
import { intakeWords as words } from '../../wording/intake.ts';
import { Hint } from '../../shared/hint.tsx';

type Results = Output<'POST /v1/cases/{id}/validate'>['results'];

interface GatesPanelProps {
  /** Null until the case was checked. */
  results: Results | null;
  error: Error | null;
  isChecking: boolean;
  /** Null while there is no draft that could be checked. */
  check: (() => void) | null;
  goTo: (gate: string) => void;
}

/** What the checks say beside the form; each fault leads to its field. */
export function GatesPanel({ results, error, isChecking, check, goTo }: GatesPanelProps) {
  const failed = results?.filter(({ status }) => status === 'fail') ?? [];
  const warnings = results?.filter(({ status }) => status === 'warn') ?? [];
  return (
    <Paper withBorder p="md" component="aside" aria-label={words.checks}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          {words.checks}
        </Title>
        {check === null ? (
          <Hint>{words.checkHelp}</Hint>
        ) : (
          <Button variant="default" loading={isChecking} onClick={check}>
            {words.check}
          </Button>
        )}
        <RefusalAlert error={error} />
        <div aria-live="polite">
          {results !== null && (
            <Text size="sm" fw={600}>
              {failed.length === 0 ? words.checkDone : words.checkMissing(failed.length)}
            </Text>
          )}
        </div>
        <List listStyleType="none" spacing="sm" className="breakable">
          {[...failed, ...warnings].map(({ gate, reason }) => (
            <List.Item key={gate}>
              <Text size="sm">{reason ?? gateName(gate)}</Text>
              <Anchor
                component="button"
                type="button"
                size="sm"
                aria-label={`${words.goTo}: ${gateName(gate)}`}
                onClick={() => goTo(gate)}
              >
                {words.goTo}
              </Anchor>
            </List.Item>
          ))}
        </List>
      </Stack>
    </Paper>
  );
}
