import { Skeleton } from '@mantine/core';
import { counted } from '../../shared/format.ts';
import { Hint, Section } from '../../shared/parts.tsx';
import type { Results } from './checks.ts';
import { GateList } from './gates-panel.tsx';

interface LastChecksProps {
  /** Null until the case is checked. */
  results: Results | null;
  goTo: (gate: string) => void;
}

/** Shows above the summary what the checks found, because on a phone the other list of checks is below the form. */
export function LastChecks({ results, goTo }: LastChecksProps) {
  const of = (status: Results[number]['status']) => results?.filter((result) => result.status === status) ?? [];
  const [failed, warned] = [of('fail'), of('warn')];
  return (
    <Section title="Checks">
      {!results && <Skeleton h={40} aria-label="Checking" role="progressbar" />}
      {results && failed.length + warned.length === 0 && <Hint>{`All ${results.length} checks passed.`}</Hint>}
      <GateList results={failed} goTo={goTo} />
      {warned.length > 0 && <Hint>{counted(warned.length, 'warning')}. You can submit anyway.</Hint>}
      <GateList results={warned} goTo={goTo} />
    </Section>
  );
}
