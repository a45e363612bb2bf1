import type { AttorneyForm } from '@evict/contract';
import { type ButtonProps, Group, Stack, Text } from '@mantine/core';
import { useId, useRef } from 'react';
import { pageData } from '../../api/page-data.ts';
import { call } from '../../api/call.ts';
import type { Input, Operation } from '../../api/contract.ts';
import type { AttorneyCase } from '../../api/queries.ts';
import { Card, Section } from '../../shared/parts.tsx';
import { ReportDialog } from '../../shared/report-dialog.tsx';
import type { ReportField } from '../../shared/report-fields.ts';
import { actorNamesAtDesk, stateNames, withDays } from '../../wording/names.ts';
import { detailFieldsOf, fieldsOf } from './form-fields.ts';
import classes from './record.module.css';
import { useCaseChanged, useReadCase } from './use-case.ts';

/** Forms that aren't offered among these reports. Service is reported next to its attempts. */
const elsewhere: readonly AttorneyForm['kind'][] = ['record_service'];

/**
 * The title of the most common next report in each state. States in which a paper is being served are missing, because
 * their next report is the result of service, which isn't offered here.
 */
const mainReports: Partial<Record<AttorneyCase['state'], string>> = {
  filing_approved: 'Report filing',
  filing_submitted: 'Report filing',
  summons_served: 'Report hearing',
  hearing_scheduled: 'Report judgment',
  judgment_entered: 'Report writ requested',
  writ_requested: 'Report writ issued',
  on_hold: 'Resume case',
};

/** Returns whether a report belongs to a stage of the case. A report that is possible in most states doesn't. */
function isOfStage({ form }: Offered): boolean {
  return form.states.length < Object.keys(stateNames).length * 0.6;
}

interface NextActionProps {
  one: AttorneyCase;
  /** The buttons for reports about service. */
  children: React.ReactNode;
}

/** Says what happens next and who acts, and offers the reports for the stage of the case. */
export function NextAction({ one, children }: NextActionProps) {
  const id = useId();
  const { by, description } = one.nextAction;
  const offered = offeredFor(one).filter(isOfStage);
  const isMain = ({ form }: Offered) => form.title === mainReports[one.state];
  const others = offered.filter((each) => !isMain(each));
  return (
    <Card aria-labelledby={id}>
      <Stack gap="sm">
        <div>
          <Text size="xs" c="var(--ink-3)" fw={500}>
            {by === 'none' ? 'Next step' : `Next step: ${actorNamesAtDesk[by]}`}
          </Text>
          <Text id={id} component="h2" size="xl" fw={600} className="breakable">
            {withDays(description)}
          </Text>
        </div>
        <Group gap="xs" className={classes['actions']}>
          {children}
          <ReportButtons one={one} offered={offered.filter(isMain)} button={{ variant: 'filled' }} />
          <ReportButtons one={one} offered={others} button={{}} />
        </Group>
      </Stack>
    </Card>
  );
}

/**
 * Offers the reports that an attorney can make at any stage. The service decides whether the given values are possible.
 */
export function Reports({ one }: { one: AttorneyCase }) {
  return (
    <Section title="At any stage">
      <Group gap="xs">
        <ReportButtons one={one} offered={offeredFor(one).filter((each) => !isOfStage(each))} button={{ size: 'xs' }} />
      </Group>
    </Section>
  );
}

export interface CorrectionsProps {
  one: AttorneyCase;
  target: NonNullable<AttorneyForm['target']>;
  /** Deadlines that the service computes have no id and can't be corrected, because they follow from other reports. */
  entry: { readonly id?: string | undefined };
}

/** Buttons for the corrections that an attorney can make to an entry. */
export function Corrections({ one, target, entry }: CorrectionsProps) {
  if (entry.id === undefined) return null;
  const offered = offeredFor(one, target, entry);
  if (offered.length === 0) return null;
  return (
    <Group gap="xs">
      <ReportButtons one={one} offered={offered} ids={{ [target]: entry.id }} button={{ size: 'xs' }} />
    </Group>
  );
}

interface Offered {
  form: AttorneyForm;
  fields: readonly ReportField[];
}

/** Returns the forms that are currently possible. With a target, returns only those about that entry. */
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
  return offered.map(({ form, fields }) => (
    <Report key={form.title} one={one} form={form} fields={fields} ids={ids} button={button} />
  ));
}

interface ReportProps {
  one: AttorneyCase;
  form: AttorneyForm;
  fields: readonly ReportField[];
  ids: Readonly<Record<string, string>> | undefined;
  button: ButtonProps;
}

/**
 * A button that opens a form. Details that the form's command doesn't accept are sent after it. If only the details
 * were refused, a retry sends them without the command.
 */
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

/** Calls the API operation that a form specifies. */
export async function send(operation: string, ids: object, body: object | null): Promise<unknown> {
  return call(operation as Operation, { ...ids, ...(body && { body }) } as unknown as Input<Operation>);
}
