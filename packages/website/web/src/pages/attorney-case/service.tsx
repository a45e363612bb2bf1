import type { AttorneyForm } from '@evict/contract';
import { Group, Stack, Table, Text } from '@mantine/core';
import { choiceName, pageData } from '../../api/page-data.ts';
import type { AttorneyCase } from '../../api/queries.ts';
import { formatDay, formatMoment } from '../../shared/format.ts';
import { Hint, Section, Tag, wrapping } from '../../shared/parts.tsx';
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

/** Who is served, a row each, with the attempts on them and what can be reported next. */
export function Service({ one }: { one: AttorneyCase }) {
  const form = pageData().attorneyForms.find(({ kind }) => kind === 'record_service');
  const stage = form ? stageNow(form, one) : null;
  const stages = (['notice', 'summons'] as const).filter(
    (name) => name === stage || one.serviceAttempts.some((attempt) => attempt.stage === name),
  );
  return (
    <Section title="Service">
      {stages.length === 0 && <Text c="dimmed">No service is on record.</Text>}
      {stages.toReversed().map((name) => (
        <StageTable key={name} one={one} stage={name} form={name === stage ? form : undefined} />
      ))}
    </Section>
  );
}

interface StageProps {
  one: AttorneyCase;
  stage: Stage;
  /** Where this paper is served now. */
  form: AttorneyForm | undefined;
}

function StageTable({ one, stage, form }: StageProps) {
  const recipients = recipientsOf(one, stage);
  const waiting = recipients.filter((who) => !who.isReached && who.pending === undefined);
  const [first] = recipients;
  const isCommon = recipients.length > 1 && first?.pending?.partyIndex === null;
  const name = choiceName('record_service', 'stage', stage);
  return (
    <Stack gap="xs">
      <Table className="breakable" aria-label={`Service: ${name}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="35%">{name}</Table.Th>
            <Table.Th>Attempts</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {recipients.map((who) => (
            <Row key={who.partyIndex} who={who} one={one} stage={stage} form={isCommon ? undefined : form} />
          ))}
        </Table.Tbody>
      </Table>
      {form && isCommon && first.pending && (
        <Group gap="xs">
          <ReportResult one={one} stage={stage} form={form} attempt={first.pending} />
          <Hint>
            This attempt covers everybody. If it reached only some, report it as failed, then send out to each of them.
          </Hint>
        </Group>
      )}
      {form && waiting.length > 1 && (
        <Group>
          <SendOut one={one} stage={stage} form={form} to={waiting} verb={`Send out ${stage} to all`} />
        </Group>
      )}
    </Stack>
  );
}

function Row({ who, one, stage, form }: StageProps & { who: Recipient }) {
  return (
    <Table.Tr>
      <Table.Td style={{ verticalAlign: 'top' }}>
        <Stack gap={4} align="start">
          <Text size="sm" fw={600}>
            {who.name}
          </Text>
          <Tag tone={who.isReached ? 'good' : 'neutral'}>{standOf(who)}</Tag>
          {form && who.pending && <ReportResult one={one} stage={stage} form={form} attempt={who.pending} who={who} />}
          {form && !who.pending && !who.isReached && (
            <SendOut
              one={one}
              stage={stage}
              form={form}
              to={[who]}
              verb={who.partyIndex === null ? `Send out ${stage}` : `Send out to ${who.name}`}
            />
          )}
        </Stack>
      </Table.Td>
      <Table.Td>
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
}

/** Sends the approved paper out: an attempt for each of several defendants, so that each gets a result of their own. */
function SendOut({ one, stage, form, to, verb }: SendOutProps) {
  const changed = useCaseChanged(one.id);
  const read = useReadCase(one.id);
  const fields = (fieldsOf(form, one, { stage }) ?? []).filter(({ name }) => name === 'method');
  return (
    <ReportDialog<unknown>
      verb={verb}
      meaning="Records that the approved paper has gone out for service."
      fields={fields}
      button={{ size: 'xs', ...wrapping }}
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
  /** One of several. */
  who?: Recipient;
}

/** Reports what became of an attempt, with its own method. */
function ReportResult({ one, stage, form, attempt, who }: ReportResultProps) {
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
      button={{ size: 'xs', variant: 'filled', ...wrapping }}
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
