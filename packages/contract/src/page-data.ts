import {
  commands,
  type CommandForm,
  type CommandKind,
  definitionOf,
  eventRules,
  factNames,
  type Target,
} from '@evict/case-model';
import { routes } from './routes.ts';
import { type MessageType, optInMessages } from './schemas/enumerations.ts';
import type { Route } from './routes/route.ts';

/** The form for a command that attorneys send, as plain data for the website. */
export interface AttorneyForm extends Omit<CommandForm, 'details'> {
  readonly kind: CommandKind;
  /** The operation to which the form is sent, such as `POST /v1/attorney/cases/{id}/hold`. */
  readonly operation: string;
  readonly description: string;
  readonly target?: Target;
  readonly corrects?: 'hearing' | 'judgment';
  readonly continues?: 'serviceAttempts' | 'filings';
  /** Further fields, which are sent to another operation afterwards. */
  readonly details?: { readonly operation: string; readonly fields: CommandForm['fields'] };
}

/** The forms for all commands that attorneys send. */
export const attorneyForms = (Object.keys(commands) as CommandKind[]).flatMap(formsOf);

function formsOf(kind: CommandKind): AttorneyForm[] {
  const { description, fields, states, forms, target, corrects, continues, route: own } = definitionOf({ kind });
  const operation = kind === 'outcome' ? operationOf(routes.reportOutcome) : operationOf(routeOf(kind));
  if (operation === null) return [];
  const given = forms ?? (own && fields && states ? [{ title: own.title, fields, states }] : []);
  return given.map(({ details, ...form }) => ({
    kind,
    operation,
    description,
    ...(target && { target }),
    ...(corrects && { corrects }),
    ...(continues && { continues }),
    ...form,
    ...(details && { details: detailsOf(details) }),
  }));
}

/** Returns the operation and the fields of the command that adds details, in the order of the form. */
function detailsOf({ kind, names, needed = [] }: NonNullable<CommandForm['details']>) {
  const { fields = {} } = definitionOf({ kind });
  const asked = names.flatMap((name) => {
    const field = fields[name];
    return field ? [[name, needed.includes(name) ? { ...field, isNeeded: true as const } : field] as const] : [];
  });
  return { operation: operationOf(routeOf(kind)) ?? '', fields: Object.fromEntries(asked) };
}

function routeOf(kind: CommandKind): Route | undefined {
  return (Object.values(routes) as Route[]).find(({ command }) => command === kind);
}

function operationOf(route: Route | undefined): string | null {
  return route ? `${route.method} ${route.path}` : null;
}

/** Display names of events and reported facts, and the types of all webhook messages. */
export const eventNames = {
  events: Object.fromEntries(Object.entries(eventRules).map(([action, { title }]) => [action, title])),
  facts: factNames,
  messageTypes: [
    ...Object.keys(eventRules).map((action) => `case.${action}`),
    ...Object.keys(optInMessages),
  ] as MessageType[],
};
