import type { AttorneyForm } from '@evict/contract';
import { type ButtonProps, Stack, Table, Text } from '@mantine/core';
import { choiceName, pageData } from '../../api/page-data.ts';
import type { AttorneyCase } from '../../api/queries.ts';
import { formatDay, formatMoment } from '../../shared/format.ts';
import { Hint, Section, wrapping } from '../../shared/parts.tsx';
import { ReportDialog } from '../../shared/report-dialog.tsx';
import { fieldsOf, nextStatuses } from './form-fields.ts';
import { Entry } from './record.tsx';
import { send } from './reports.tsx';
import {
  type Recipient as RecipientOf,
  recipientsOf as listRecipients,
  type Stage,
  stageNow,
  standOf,
} from '../../shared/service-table.ts';
import { useCaseChanged, useReadCase } from './use-case.ts';

type Attempt = AttorneyCase['serviceAttempts'][number];
type Recipient = RecipientOf<Attempt>;
const recipientsOf = (one: AttorneyCase, stage: Stage) => listRecipients(one, one.serviceAttempts, stage);

/** Returns the service form and the paper that is being served now, or null if there is none. */
function servedNow(one: AttorneyCase): { form: AttorneyForm; stage: Stage } | null {
  const form = pageData().attorneyForms.find(({ kind }) => kind === 'record_service');
  const stage = form ? stageNow(form, one) : null;
  return form && stage ? { form, stage } : null;
}

/**
 * Offers the next service report if it concerns all defendants at once or the only one. Renders nothing if it has to be
 * made for each defendant separately.
 */
export function ServiceAction({ one }: { one: AttorneyCase }) {
  const now = servedNow(one);
  if (!now) return null;
  const { form, stage } = now;
  const recipients = recipientsOf(one, stage);
  const waiting = recipients.filter((who) => !who.isReached && who.pending === undefined);
  const [first] = recipients;
  const common = first?.pending?.partyIndex === null ? first.pending : undefined;
  if (common) {
    return (
      <>
        <ReportResult one={one} stage={stage} form={form} attempt={common} button={{ variant: 'filled' }} />
        {recipients.length > 1 && (
          <Hint>
            This attempt covers all defendants. If it reached only some of them, report it as failed and send the paper
            out again. Each defendant then has an attempt of their own.
          </Hint>
        )}
      </>
    );
  }
  if (waiting.length > 1 || (waiting.length === 1 && recipients.length === 1)) {
    const verb = recipients.length === 1 ? `Send out ${stage}` : `Send out ${stage} to all`;
    return <SendOut one={one} stage={stage} form={form} to={waiting} verb={verb} button={{ variant: 'filled' }} />;
  }
  return null;
}

/** Lists the people to serve, with the attempts to serve each and the next possible report. */
export function Service({ one }: { one: AttorneyCase }) {
  const now = servedNow(one);
  const stages = (['notice', 'summons'] as const).filter(
    (name) => name === now?.stage || one.serviceAttempts.some((attempt) => attempt.stage === name),
  );
  return (
    <Section title="Service">
      {stages.length === 0 && <Hint>No service is on record.</Hint>}
      {stages.toReversed().map((name) => (
        <StageTable key={name} one={one} stage={name} form={name === now?.stage ? now.form : undefined} />
      ))}
    </Section>
  );
}

interface StageProps {
  one: AttorneyCase;
  stage: Stage;
  /** The form for reporting service, if this paper is being served now. */
  form: AttorneyForm | undefined;
}

function StageTable({ one, stage, form }: StageProps) {
  const recipients = recipientsOf(one, stage);
  const isCommon = recipients.length === 1 || recipients[0]?.pending?.partyIndex === null;
  const name = choiceName('record_service', 'stage', stage);
  return (
    <Table className="breakable" aria-label={`Service: ${name}`}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w="40%">{name}</Table.Th>
          <Table.Th>Attempts</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {recipients.map((who) => (
          <Row key={who.partyIndex} who={who} one={one} stage={stage} form={isCommon ? undefined : form} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Row({ who, one, stage, form }: StageProps & { who: Recipient }) {
  return (
    <Table.Tr>
      <Table.Td>
        <Stack gap={4} align="start">
          <Text size="sm" fw={500}>
            {who.name}
          </Text>
          <Text size="sm" c={who.isReached ? 'var(--good)' : 'dimmed'}>
            {standOf(who)}
          </Text>
          {form && who.pending && (
            <ReportResult one={one} stage={stage} form={form} attempt={who.pending} who={who} button={{ size: 'xs' }} />
          )}
          {form && !who.pending && !who.isReached && (
            <SendOut
              one={one}
              stage={stage}
              form={form}
              to={[who]}
              verb={`Send out to ${who.name}`}
              button={{ size: 'xs' }}
            />
          )}
        </Stack>
      </Table.Td>
      <Table.Td>
        <Stack gap="xs">
          {who.attempts.length === 0 && <Hint>None</Hint>}
          {who.attempts.toReversed().map((attempt) => (
            <Entry
              key={attempt.id}
              one={one}
              target="attemptId"
              entry={attempt}
              title={titleOf(attempt)}
              lines={linesOf(attempt)}
              source={formatMoment(attempt.createdAt)}
            />
          ))}
        </Stack>
      </Table.Td>
    </Table.Tr>
  );
}

function titleOf({ status, method, partyIndex }: Attempt): string {
  const nameOf = (field: string, value: string) => choiceName('record_service', field, value);
  return `${nameOf('status', status)}: ${nameOf('method', method)}${partyIndex === null ? ', all defendants' : ''}`;
}

function linesOf({ servedDate, expires, citation, failureReason }: Attempt): readonly (string | null)[] {
  return [
    servedDate && `Date of service: ${formatDay(servedDate)}`,
    expires && `Last day of the period: ${formatDay(expires)} (${citation})`,
    failureReason,
  ];
}

interface SendOutProps extends Omit<StageProps, 'form'> {
  form: AttorneyForm;
  to: readonly Recipient[];
  verb: string;
  button: ButtonProps;
}

/**
 * A button that records that the approved paper was sent out. Creates an attempt for each of these recipients, so each
 * can have a different result.
 */
function SendOut({ one, stage, form, to, verb, button }: SendOutProps) {
  const changed = useCaseChanged(one.id);
  const read = useReadCase(one.id);
  const fields = (fieldsOf(form, one, { stage }) ?? []).filter(({ name }) => name === 'method');
  return (
    <ReportDialog<unknown>
      verb={verb}
      meaning="This records that the approved paper has gone out for service."
      fields={fields}
      button={{ ...wrapping, ...button }}
      run={async (body) => {
        for (const { partyIndex } of to)
          await send(form.operation, { id: one.id }, { ...body, stage, status: 'pending', ...ofParty(partyIndex) });
      }}
      onDone={changed}
      onRefused={read}
    />
  );
}

interface ReportResultProps extends Omit<StageProps, 'form'> {
  form: AttorneyForm;
  attempt: Attempt;
  /** The recipient, if there are several. */
  who?: Recipient;
  button: ButtonProps;
}

/**
 * A button that opens the form for reporting the result of a service attempt. The form doesn't ask for the method,
 * because it is already recorded on the attempt.
 */
function ReportResult({ one, stage, form, attempt, who, button }: ReportResultProps) {
  const changed = useCaseChanged(one.id);
  const read = useReadCase(one.id);
  const { method, partyIndex } = attempt;
  const others = recipientsOf(one, stage).filter((other) => other.partyIndex !== who?.partyIndex && !other.isReached);
  const left = ['stage', 'method', 'partyIndex', ...(who && others.length > 0 ? [] : ['restNotNeeded'])];
  const fields = (fieldsOf(form, one, { stage }) ?? [])
    .filter(({ name }) => !left.includes(name))
    .map((field) =>
      field.name === 'status' ? { ...field, choices: nextStatuses(namesOf(form, 'status'), true) } : field,
    );
  return (
    <ReportDialog<unknown>
      verb={who && who.partyIndex !== null ? `Report result for ${who.name}` : 'Report result'}
      fields={fields}
      button={{ ...wrapping, ...button }}
      run={(body) => send(form.operation, { id: one.id }, { ...body, stage, method, ...ofParty(partyIndex) })}
      onDone={changed}
      onRefused={read}
    />
  );
}

const ofParty = (partyIndex: number | null) => (partyIndex === null ? {} : { partyIndex });

function namesOf(form: AttorneyForm, name: string): Readonly<Record<string, string>> {
  const field = form.fields[name];
  return field?.type === 'choice' ? field.names : {};
}
