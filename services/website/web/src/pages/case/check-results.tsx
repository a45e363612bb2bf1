import { Alert, List } from '@mantine/core';
import type { Output } from '../../api/contract.ts';
import { caseWords as words } from '../../wording/case.ts';

export type GateResult = Output<'POST /v1/cases/{id}/validate'>['results'][number];

/** What the checks say: what is missing first, then what is good to know. */
export function CheckResults({ results }: { results: readonly GateResult[] }) {
  const failed = results.filter(({ status }) => status === 'fail');
  const warnings = results.filter(({ status }) => status === 'warn');
  return (
    <>
      {failed.length > 0 ? (
        <Alert color="red" variant="outline" title={words.notReady} role="alert">
          <Reasons results={failed} />
        </Alert>
      ) : (
        <Alert color="green" variant="outline" role="status" title={words.checked} />
      )}
      {warnings.length > 0 && (
        <Alert color="yellow" variant="outline" title={words.warnings}>
          <Reasons results={warnings} />
        </Alert>
      )}
    </>
  );
}

function Reasons({ results }: { results: readonly GateResult[] }) {
  return (
    <List size="sm" className="breakable">
      {results.map(({ gate, reason }) => (
        <List.Item key={gate}>{reason ?? gate.replaceAll('_', ' ')}</List.Item>
      ))}
    </List>
  );
}
