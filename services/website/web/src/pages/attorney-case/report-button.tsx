import type { ButtonProps } from '@mantine/core';
import { ReportDialog } from '../../shared/report-dialog.tsx';
import type { Report } from './reports.ts';
import { useCaseChanged, useReadCase } from './use-case-changed.ts';

/** The button and the form of a report about a case. */
export function ReportButton({ caseId, report, button }: { caseId: string; report: Report; button?: ButtonProps }) {
  const changed = useCaseChanged(caseId);
  const read = useReadCase(caseId);
  const { verb, meaning, fields, send } = report;
  return (
    <ReportDialog
      verb={verb}
      meaning={meaning}
      fields={fields}
      run={send}
      onDone={changed}
      onRefused={read}
      {...(button && { button })}
    />
  );
}
