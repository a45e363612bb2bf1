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
export interface AttorneyForm extends CommandForm {
  readonly kind: CommandKind;
  /** `POST /v1/attorney/cases/{id}/hold`. */
  readonly operation: string;
  readonly description: string;
  readonly target?: Target;
  readonly corrects?: 'hearing' | 'judgment';
  readonly continues?: 'serviceAttempts' | 'filings';
}

/** The forms of every command that attorneys report by one. */
export const attorneyForms = (Object.keys(commands) as CommandKind[]).flatMap(formsOf);

function formsOf(kind: CommandKind): AttorneyForm[] {
  const { description, fields, states, forms, target, corrects, continues, route: own } = definitionOf({ kind });
  const route =
    kind === 'outcome'
      ? routes.reportOutcome
      : (Object.values(routes) as Route[]).find(({ command }) => command === kind);
  if (!route) return [];
  const given = forms ?? (own && fields && states ? [{ title: own.title, fields, states }] : []);
  return given.map((form) => ({
    kind,
    operation: `${route.method} ${route.path}`,
    description,
    ...(target && { target }),
    ...(corrects && { corrects }),
    ...(continues && { continues }),
    ...form,
  }));
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
