import type { CreateCaseBody, UpdateCaseBody } from '@evict/contract';
import type { UseFormReturnType } from '@mantine/form';
import type { Case } from '../../api/queries.ts';
import { parseCents } from '../../shared/format.ts';

type Answer = '' | 'yes' | 'no';
type Facts = Case['data'];

/** The form's input as text. Its paths are those of the API, so the service's faults can be shown at their fields. */
export interface IntakeValues extends Record<string, unknown> {
  ground: CreateCaseBody['ground'];
  entryPoint: CreateCaseBody['entryPoint'];
  property: Record<'line1' | 'unit' | 'city' | 'county' | 'state' | 'zip' | 'ownerOfRecord', string>;
  parties: { role: 'plaintiff' | 'defendant'; name: string; isEntity: boolean }[];
  lease: Record<'startDate' | 'endDate' | 'monthlyRentCents', string>;
  paymentAddress: string;
  amountOwedCents: string;
  violation: Record<'description' | 'date', string>;
  attestations: Record<YesOrNo, Answer> & { servicemember: '' | 'no' | 'yes' | 'unknown' };
  priorNotice: Record<'servedDate' | 'method' | 'periodDays', string>;
  freeText: string;
}
type YesOrNo = Exclude<keyof Facts['attestations'], 'servicemember'>;

/** What a step needs to show its fields. */
export interface StepProps {
  form: UseFormReturnType<IntakeValues>;
  /**
   * Returns the input properties of the field for a path, with an asterisk if the case can't be submitted without it.
   */
  field: (path: string) => { withAsterisk: boolean } & ReturnType<UseFormReturnType<IntakeValues>['getInputProps']>;
}

const yesOrNo = [
  'authority',
  'notRetaliatory',
  'notDiscriminatory',
  'caresCovered',
  'subsidized',
] as const satisfies readonly YesOrNo[];

/** Returns an empty form with one party on each side. */
export function emptyValues(state: string): IntakeValues {
  return {
    ground: 'nonpayment',
    entryPoint: 'notice',
    property: { line1: '', unit: '', city: '', county: '', state, zip: '', ownerOfRecord: '' },
    parties: [
      { role: 'plaintiff', name: '', isEntity: false },
      { role: 'defendant', name: '', isEntity: false },
    ],
    lease: { startDate: '', endDate: '', monthlyRentCents: '' },
    paymentAddress: '',
    amountOwedCents: '',
    violation: { description: '', date: '' },
    attestations: {
      authority: '',
      notRetaliatory: '',
      notDiscriminatory: '',
      caresCovered: '',
      subsidized: '',
      servicemember: '',
    },
    priorNotice: { servedDate: '', method: 'personal', periodDays: '' },
    freeText: '',
  };
}

/** Returns the form values of an existing case. */
export function valuesOf({ ground, entryPoint, data }: Pick<Case, 'ground' | 'entryPoint' | 'data'>): IntakeValues {
  const empty = emptyValues(data.property.state.toUpperCase());
  const { lease, violation, priorNotice, attestations } = data;
  return {
    ground,
    entryPoint,
    property: { ...empty.property, ...defined(data.property), state: data.property.state.toUpperCase() },
    parties:
      data.parties.length > 0
        ? data.parties.map(({ role, name, isEntity = false }) => ({ role, name, isEntity }))
        : empty.parties,
    lease: {
      ...empty.lease,
      ...defined({ startDate: lease?.startDate, endDate: lease?.endDate }),
      monthlyRentCents: amountText(lease?.monthlyRentCents),
    },
    paymentAddress: data.paymentAddress ?? '',
    amountOwedCents: amountText(data.amountOwedCents),
    violation: { ...empty.violation, ...violation },
    attestations: {
      ...empty.attestations,
      ...Object.fromEntries(yesOrNo.map((name) => [name, answerText(attestations[name])])),
      servicemember: attestations.servicemember ?? '',
    },
    priorNotice: priorNotice
      ? { ...empty.priorNotice, ...priorNotice, periodDays: String(priorNotice.periodDays) }
      : empty.priorNotice,
    freeText: data.freeText ?? '',
  };
}

/** Converts the form's values to the body of a request. Leaves out facts that no step asks for. */
export function factsOf(
  values: IntakeValues,
  ledger: CreateCaseBody['ledger'],
  asks: (path: string) => boolean,
): UpdateCaseBody {
  const { property, lease, violation, priorNotice, attestations } = values;
  const hasViolation = asks('violation') && violation.description.trim() + violation.date !== '';
  const hasNotice = asks('priorNotice') && priorNotice.servedDate + priorNotice.periodDays.trim() !== '';
  const owed = values.amountOwedCents.trim();
  const body = {
    property: filled(property),
    parties: partiesWithName(values).map((place) => {
      const { role, name, isEntity } = values.parties[place] ?? emptyParty;
      return { role, name: name.trim(), ...(isEntity && { isEntity }) };
    }),
    lease: {
      ...filled(lease),
      ...(lease.monthlyRentCents.trim() !== '' && { monthlyRentCents: amount(lease.monthlyRentCents) }),
    },
    attestations: attestationsOf(attestations),
    ...(asks('ledger') && ledger !== undefined && { ledger }),
    ...(asks('amountOwedCents') && owed !== '' && { amountOwedCents: amount(owed) }),
    ...(hasViolation && { violation: filled(violation) }),
    ...(hasNotice && { priorNotice: { ...filled(priorNotice), periodDays: Number(priorNotice.periodDays) } }),
    freeText: values.freeText,
  };
  return body as UpdateCaseBody;
}

/** Converts the answers to attestations. Leaves out questions without an answer. */
export function attestationsOf({ servicemember, ...answers }: IntakeValues['attestations']): Facts['attestations'] {
  return {
    ...Object.fromEntries(yesOrNo.flatMap((name) => (answers[name] === '' ? [] : [[name, answers[name] === 'yes']]))),
    ...(servicemember !== '' && { servicemember }),
  };
}

const emptyParty = { role: 'defendant', name: '', isEntity: false } as const;

/** Returns the indexes of the parties to send, which are those with a name. */
export function partiesWithName({ parties }: IntakeValues): number[] {
  return parties.flatMap(({ name }, place) => (name.trim() === '' ? [] : [place]));
}

/** Returns the message for each invalid amount, by the path of its field. The service checks everything else. */
export function amountFaults({ lease, amountOwedCents }: IntakeValues, message: string): Record<string, string> {
  const fields = { 'lease.monthlyRentCents': lease.monthlyRentCents, amountOwedCents };
  const faulty = Object.entries(fields).filter(([, text]) => text.trim() !== '' && (parseCents(text) ?? -1) < 0);
  return Object.fromEntries(faulty.map(([path]) => [path, message]));
}

/**
 * Returns the message for each field that was saved and is now empty, by path. The API can replace these facts but
 * can't remove them.
 */
export function removalFaults(
  { amountOwedCents, violation, priorNotice }: IntakeValues,
  saved: Partial<Facts>,
  asks: (path: string) => boolean,
  message: string,
): Record<string, string> {
  const fields = [
    ['amountOwedCents', saved.amountOwedCents, amountOwedCents],
    ['violation.description', saved.violation, violation.description + violation.date],
    ['priorNotice.servedDate', saved.priorNotice, priorNotice.servedDate + priorNotice.periodDays],
  ] as const;
  const removed = fields.filter(([path, before, now]) => asks(path) && before !== undefined && now.trim() === '');
  return Object.fromEntries(removed.map(([path]) => [path, message]));
}

function amount(text: string): number {
  return parseCents(text) ?? 0;
}

const amountFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 });

/** Formats cents as a user types them: `1,400.00`. */
export function amountText(cents: number | undefined): string {
  return cents === undefined ? '' : amountFormat.format(cents / 100);
}

function answerText(answer: boolean | undefined): Answer {
  return answer === undefined ? '' : answer ? 'yes' : 'no';
}

function filled(record: Record<string, string>): Record<string, string> {
  const entries = Object.entries(record).map(([name, text]) => [name, text.trim()] as const);
  return Object.fromEntries(entries.filter(([, text]) => text !== ''));
}

function defined<T extends object>(record: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as never;
}

/** Explains each attestation. */
export const attestationMeanings = {
  authority: 'A case is brought by the owner or someone who may act for the owner.',
  notRetaliatory: 'Such as asking for repairs, or complaining to an authority.',
  notDiscriminatory: 'Such as race, religion, sex, disability or having children.',
  caresCovered:
    'Such as a property with a federally backed mortgage, or in a federal housing program. This can lengthen the notice period.',
  subsidized: 'Such as a housing voucher. More notices may be due.',
  servicemember: 'The court asks for an affidavit about this before a default judgment.',
} as const;
