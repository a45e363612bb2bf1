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

/** A form by which attorneys send a command, for the pages: data alone. */
export interface AttorneyForm extends Omit<CommandForm, 'details'> {
  readonly kind: CommandKind;
  /** `POST /v1/attorney/cases/{id}/hold`. */
  readonly operation: string;
  readonly description: string;
  readonly target?: Target;
  readonly corrects?: 'hearing' | 'judgment';
  readonly continues?: 'serviceAttempts' | 'filings';
  /** What is sent after it, to another operation. */
  readonly details?: { readonly operation: string; readonly fields: CommandForm['fields'] };
}

/** The forms of every command that attorneys report by one. */
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

/** The fields of the command that adds details, in the order in which the form asks. */
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

/** What happened, for the pages: customer-visible events, reported facts, and the types of all messages to endpoints. */
export const eventNames = {
  events: Object.fromEntries(Object.entries(eventRules).map(([action, { title }]) => [action, title])),
  facts: factNames,
  messageTypes: [
    ...Object.keys(eventRules).map((action) => `case.${action}`),
    ...Object.keys(optInMessages),
  ] as MessageType[],
};
