import type { AttorneyForm } from '@evict/contract';
import { type ButtonProps, Group } from '@mantine/core';
import { useRef } from 'react';
import { pageData } from '../../api/page-data.ts';
import { call } from '../../api/call.ts';
import type { Input, Operation } from '../../api/contract.ts';
import type { AttorneyCase } from '../../api/queries.ts';
import { Hint, Section } from '../../shared/parts.tsx';
import { ReportDialog } from '../../shared/report-dialog.tsx';
import type { ReportField } from '../../shared/report-fields.ts';
import { stateNames } from '../../wording/names.ts';
import { detailFieldsOf, fieldsOf } from './form-fields.ts';
import { useCaseChanged, useReadCase } from './use-case.ts';

/** Service is reported where its attempts stand. */
const elsewhere: readonly AttorneyForm['kind'][] = ['record_service'];

/**
 * Everything that an attorney can report now: what belongs to the stage of the case, then the rest. Whether it is possible
 * as it is given, the service says.
 */
export function Reports({ one }: { one: AttorneyCase }) {
  const offered = offeredFor(one);
  // What is possible in most states belongs to none.
  const isOfStage = ({ form }: Offered) => form.states.length < Object.keys(stateNames).length * 0.6;
  const ofStage = offered.filter(isOfStage);
  return (
    <Section title="What happened" help={ofStage.length > 0 ? `At this stage: ${stateNames[one.state]}` : undefined}>
      <ReportButtons one={one} offered={ofStage} button={{}} />
      {ofStage.length > 0 && <Hint>At any stage</Hint>}
      <ReportButtons one={one} offered={offered.filter((each) => !isOfStage(each))} button={{ variant: 'subtle' }} />
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
export function Corrections({ one, target, entry }: CorrectionsProps) {
  if (entry.id === undefined) return null;
  const offered = offeredFor(one, target, entry);
  return <ReportButtons one={one} offered={offered} ids={{ [target]: entry.id }} button={{ size: 'xs' }} />;
}

interface Offered {
  form: AttorneyForm;
  fields: readonly ReportField[];
}

/** The forms that are possible now, about an entry if there is a target. */
function offeredFor(one: AttorneyCase, target?: AttorneyForm['target'], entry?: CorrectionsProps['entry']): Offered[] {
  return pageData().attorneyForms.flatMap((form) => {
    const isHere = form.target === target && !elsewhere.includes(form.kind);
    const fields = isHere ? fieldsOf(form, one, entry) : null;
    return fields ? [{ form, fields }] : [];
  });
}

interface ReportButtonsProps {
  one: AttorneyCase;
  offered: readonly Offered[];
  ids?: ReportProps['ids'];
  button: ButtonProps;
}

function ReportButtons({ one, offered, ids, button }: ReportButtonsProps) {
  return (
    <Group gap="xs">
      {offered.map(({ form, fields }) => (
        <Report key={form.title} one={one} form={form} fields={fields} ids={ids} button={button} />
      ))}
    </Group>
  );
}

interface ReportProps {
  one: AttorneyCase;
  form: AttorneyForm;
  fields: readonly ReportField[];
  ids: Readonly<Record<string, string>> | undefined;
  button: ButtonProps;
}

/** The button of a form. What its command does not take is sent after it, and alone if only that was refused. */
function Report({ one, form, fields, ids, button }: ReportProps) {
  const changed = useCaseChanged(one.id);
  const read = useReadCase(one.id);
  const isSent = useRef(false);
  const details = detailFieldsOf(form, one);
  const run = async (body: Record<string, unknown>): Promise<void> => {
    const ofDetails = Object.entries(body).filter(([name]) => details.some((field) => field.name === name));
    const ofForm = Object.entries(body).filter(([name]) => details.every((field) => field.name !== name));
    const hasBody = fields.length > 0 || form.given !== undefined;
    if (!isSent.current)
      await send(
        form.operation,
        { id: one.id, ...ids },
        hasBody ? { ...form.given, ...Object.fromEntries(ofForm) } : null,
      );
    isSent.current = true;
    if (form.details && ofDetails.length > 0)
      await send(form.details.operation, { id: one.id }, Object.fromEntries(ofDetails));
    isSent.current = false;
  };
  return (
    <ReportDialog<unknown>
      verb={form.title}
      meaning={form.description}
      fields={[...fields, ...details]}
      button={button}
      run={run}
      onDone={changed}
      onRefused={() => {
        isSent.current = false;
        read();
      }}
    />
  );
}

/** Calls an operation that a form names. */
export async function send(operation: string, ids: object, body: object | null): Promise<unknown> {
  return call(operation as Operation, { ...ids, ...(body && { body }) } as unknown as Input<Operation>);
}
