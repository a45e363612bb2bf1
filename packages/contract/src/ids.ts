const prefixes = {
  case: 'case',
  document: 'doc',
  apiKey: 'key',
  note: 'note',
  charge: 'chg',
  webhookEndpoint: 'we',
} as const;

export type IdKind = keyof typeof prefixes;

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** The form of an id as a regular expression, for example `^case_[0-9a-f]{8}-…$`. */
export function idPattern(kind: IdKind): string {
  return `^${prefixes[kind]}_${uuid}$`;
}

/** Whether the text has the form of an id of this kind; what has not names nothing and is answered 404. */
export function isId(kind: IdKind, text: string): boolean {
  return patterns[kind].test(text);
}

const patterns = {
  case: new RegExp(idPattern('case'), 'u'),
  document: new RegExp(idPattern('document'), 'u'),
  apiKey: new RegExp(idPattern('apiKey'), 'u'),
  note: new RegExp(idPattern('note'), 'u'),
  charge: new RegExp(idPattern('charge'), 'u'),
  webhookEndpoint: new RegExp(idPattern('webhookEndpoint'), 'u'),
} as const;
