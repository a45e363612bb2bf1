import type { AttorneyForm } from '@evict/contract';
import type { AttorneyCase } from '../../api/queries.ts';
import type { ReportField, ReportValues } from '../../shared/report-fields.ts';

type Field = AttorneyForm['fields'][string];
/** A recorded entry of the case, which the report corrects or continues. */
type Entry = Readonly<Record<string, unknown>>;
type Known = string | number | boolean | null | undefined;

/** Returns the fields of a form for this case, or null if the form isn't offered now. */
export function fieldsOf(form: AttorneyForm, one: AttorneyCase, entry?: Entry): ReportField[] | null {
  const { corrects, continues } = form;
  if (!isOfferedFor(form, one, entry)) return null;
  const corrected: Entry | null = corrects ? one.data.progress[corrects] : null;
  if (corrects && !corrected) return null;
  const entries: readonly Entry[] = continues ? one[continues] : [];
  const pending = entries.findLast(({ status }) => status === 'pending' || status === 'submitted');
  const about = entry ?? corrected ?? pending ?? {};
  const inputs = Object.entries(form.fields).flatMap(([name, field]) => {
    // While a service attempt or a filing is pending, only its result can be reported.
    if (continues && name === 'status' && field.type === 'choice')
      return inputsOf(name, { ...field, names: nextStatuses(field.names, pending !== undefined) }, { one, about: {} });
    return inputsOf(name, field, { one, about });
  });
  const isPossible = inputs.every(
    ({ required, choices }) => !required || Object.keys(choices ?? { any: '' }).length > 0,
  );
  return isPossible ? inputs : null;
}

/**
 * Returns the detail fields that the form also asks for. They are sent in another request, after the form's command.
 */
export function detailFieldsOf({ details }: AttorneyForm, one: AttorneyCase): ReportField[] {
  return Object.entries(details?.fields ?? {}).flatMap(([name, field]) => inputsOf(name, field, { one, about: {} }));
}

function isOfferedFor(form: AttorneyForm, { state, data: { progress } }: AttorneyCase, entry?: Entry): boolean {
  const { states, ofStatus, ofOutcome, unlessWithdrawing } = form;
  return (
    states.includes(state) &&
    (ofStatus === undefined || entry?.['status'] === ofStatus) &&
    (ofOutcome === undefined || progress.judgment?.outcome === ofOutcome) &&
    !(unlessWithdrawing && progress.withdrawal !== null)
  );
}

/**
 * Returns the statuses that can be reported next: only the first for a new entry, and only the others (its results)
 * once it is pending.
 */
export function nextStatuses(names: Readonly<Record<string, string>>, isPending: boolean): Record<string, string> {
  const [first, ...results] = Object.entries(names);
  return Object.fromEntries(isPending || !first ? results : [first]);
}

/** Returns whether this value of a choice is possible in the case's state. */
function isOffered(field: Field | undefined, value: string, { state }: AttorneyCase): boolean {
  if (field?.type !== 'choice' || !field.states) return true;
  return field.states[value]?.includes(state) ?? false;
}

interface Context {
  one: AttorneyCase;
  about: Entry;
}

/** A text field that allows this many characters or more has several lines. */
const longText = 1000;

function inputsOf(name: string, field: Field, { one, about }: Context): ReportField[] {
  const { label, description, isOptional, isNeeded, when } = field;
  const initial = about[name] as Known;
  const input = {
    name,
    label,
    required: !isOptional || isNeeded === true,
    needed: !isOptional || isNeeded === true,
    ...(initial !== undefined && initial !== null && { initial: String(initial) }),
    ...(when && { when: (values: ReportValues) => holds(when, { ...about, ...values }) }),
  };
  const choice = (choices: Readonly<Record<string, string>>, as?: (text: string) => unknown): ReportField => {
    const { initial: known = '', ...rest } = input;
    return { ...rest, kind: 'choice', choices, ...(known in choices && { initial: known }), ...(as && { as }) };
  };
  switch (field.type) {
    case 'day':
    case 'time':
      return [{ ...input, kind: field.type }];
    case 'text':
      if (field.max < longText) return [{ ...input, kind: 'text' }];
      return [{ ...input, kind: 'long', ...(!when && { help: description }) }];
    case 'choice': {
      const offered = Object.entries(field.names).filter(([value]) => isOffered(field, value, one));
      return [choice(Object.fromEntries(offered))];
    }
    case 'flag':
      return [{ ...input, kind: 'flag', required: false, initial: false }];
    case 'answer': {
      const { yes, no } = field;
      if (typeof initial === 'boolean') input.initial = initial ? yes : no;
      return [choice({ [yes]: yes, [no]: no }, (text) => text === yes)];
    }
    case 'cents':
      return [{ ...input, kind: 'money', ...(typeof initial === 'number' && { initial: (initial / 100).toFixed(2) }) }];
    case 'index': {
      const defendants = one.data.parties.flatMap(({ role, name: who }, place) =>
        role === 'defendant' ? [[String(place), who]] : [],
      );
      return [choice(Object.fromEntries(defendants), Number)];
    }
    // The form asks for one reason from the court, although the API accepts several.
    case 'reasons':
      return [
        { ...choice(field.names), name: `${name}.0.code`, required: true },
        { ...input, name: `${name}.0.description`, label: 'In the court’s words', kind: 'long' },
      ];
  }
}

function holds(condition: NonNullable<Field['when']>, values: Entry): boolean {
  return Object.entries(condition).every(([name, those]) => those.includes(values[name] as string));
}
