import type { AttorneyForm } from '@evict/contract';
import { type ButtonProps, Group } from '@mantine/core';
import { pageData } from '../../api/page-data.ts';
import { call } from '../../api/call.ts';
import type { Input, Operation } from '../../api/contract.ts';
import type { AttorneyCase } from '../../api/queries.ts';
import { Section } from '../../shared/parts.tsx';
import { ReportDialog } from '../../shared/report-dialog.tsx';
import { fieldsOf } from './form-fields.ts';
import { useCaseChanged, useReadCase } from './use-case.ts';

/** Everything that an attorney can report now. Whether it is possible as it is given, the service says. */
export function Reports({ one }: { one: AttorneyCase }) {
  return (
    <Section title="What happened">
      <ReportButtons one={one} button={{}} />
    </Section>
  );
}

export interface CorrectionsProps {
  one: AttorneyCase;
  target: NonNullable<AttorneyForm['target']>;
  /** The service's own deadlines have no id: they follow from what is reported. */
  entry: { readonly id?: string | undefined };
}

/** What an attorney can correct about an entry. */
export function Corrections(props: CorrectionsProps) {
  return props.entry.id !== undefined && <ReportButtons {...props} button={{ size: 'xs' }} />;
}

function ReportButtons({
  one,
  target,
  entry,
  button,
}: Pick<CorrectionsProps, 'one'> & Partial<CorrectionsProps> & { button: ButtonProps }) {
  const changed = useCaseChanged(one.id);
  const read = useReadCase(one.id);
  const ids = { id: one.id, ...(target && { [target]: entry?.id ?? '' }) };
  return (
    <Group gap="xs">
      {pageData().attorneyForms.map((form) => {
        const { title, description, given, operation } = form;
        const fields = form.target === target ? fieldsOf(form, one, entry) : null;
        if (fields === null) return null;
        const hasBody = fields.length > 0 || given !== undefined;
        const run = (body: object) =>
          call(
            operation as Operation,
            { ...ids, ...(hasBody && { body: { ...given, ...body } }) } as unknown as Input<Operation>,
          );
        return (
          <ReportDialog<unknown>
            key={title}
            verb={title}
            meaning={description}
            fields={fields}
            button={button}
            run={run}
            onDone={changed}
            onRefused={read}
          />
        );
      })}
    </Group>
  );
}
