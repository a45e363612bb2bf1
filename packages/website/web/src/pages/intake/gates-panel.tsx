import { Anchor, Button, List, Paper, Stack, Text, Title } from '@mantine/core';
import type { Output } from '../../api/contract.ts';
import { Hint } from '../../shared/parts.tsx';
import { RefusalAlert } from '../../shared/query-state.tsx';
import { inWords } from '../../wording/fields.ts';
import { words } from '../../wording/names.ts';

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
    <Paper withBorder p="md" component="aside" aria-label="Checks">
      <Stack gap="sm">
        <Title order={2} size="h5">
          Checks
        </Title>
        {check === null ? (
          <Hint>Save the case first. The checks then say what is missing.</Hint>
        ) : (
          <Button variant="default" loading={isChecking} onClick={check}>
            Check case
          </Button>
        )}
        <RefusalAlert error={error} />
        <div aria-live="polite">
          {results !== null && (
            <Text size="sm" fw={600}>
              {failed.length === 0
                ? 'Nothing is missing.'
                : failed.length === 1
                  ? 'One thing is missing.'
                  : `${failed.length} things are missing.`}
            </Text>
          )}
        </div>
        <GateList results={[...failed, ...warnings]} goTo={goTo} />
      </Stack>
    </Paper>
  );
}

/** What the checks say, each with the way to its field. */
export function GateList({ results, goTo }: { results: Results; goTo: (gate: string) => void }) {
  return (
    <List listStyleType="none" spacing="sm" className="breakable">
      {results.map(({ gate, reason }) => (
        <List.Item key={gate}>
          <Text size="sm">{inWords(reason ?? words(gate))}</Text>
          <Anchor
            component="button"
            type="button"
            size="sm"
            aria-label={`Go to the field: ${words(gate)}`}
            onClick={() => goTo(gate)}
          >
            Go to the field
          </Anchor>
        </List.Item>
      ))}
    </List>
  );
}
