import { Anchor, Skeleton } from '@mantine/core';
import { counted } from '../../shared/format.ts';
import { Banner, Hint, Section } from '../../shared/parts.tsx';
import { gateName, reasonText, type Results } from './checks.ts';
import { GateList } from './gates-panel.tsx';
import classes from './intake.module.css';
import { stepNames, stepOfGate, type StepId } from './steps.ts';

interface LastChecksProps {
  /** Null until the case is checked. */
  results: Results | null;
  goTo: (gate: string) => void;
}

/** Shows above the summary what the checks found, because on a phone the other list of checks is below the form. */
export function LastChecks({ results, goTo }: LastChecksProps) {
  const of = (status: Results[number]['status']) => results?.filter((result) => result.status === status) ?? [];
  const [failed, warned, passed] = [of('fail'), of('warn'), of('pass')];
  return (
    <Section title="Checks">
      {!results && <Skeleton h={40} aria-label="Checking" role="progressbar" />}
      {results && failed.length + warned.length === 0 && <Hint>{`All ${results.length} checks passed.`}</Hint>}
      <GateList results={failed} goTo={goTo} />
      {warned.length > 0 && (
        <Banner
          tone="warning"
          title={`${counted(warned.length, 'warning')}, ${counted(passed.length, 'check')} passed.`}
        >
          You can submit anyway.
          <ul className={classes['warned']}>
            {warned.map((result) => (
              <li key={result.gate}>
                <b>{gateName(result.gate)}.</b> {reasonText(result)}{' '}
                <Anchor component="button" type="button" inherit onClick={() => goTo(result.gate)}>
                  {linkText(stepOfGate(result.gate))}
                </Anchor>
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </Section>
  );
}

/** Says where a warning can be fixed. Some warnings only need a note, which the user can add on this page. */
function linkText(step: StepId): string {
  return step === 'finish' ? 'Add it to the notes' : `Edit ${stepNames[step].toLowerCase()}`;
}
