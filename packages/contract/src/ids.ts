import { type IdKind, idPrefixes } from '@evict/case-model';

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

export const idKinds = Object.keys(idPrefixes) as IdKind[];

/** The form of an id as a regular expression, for example `^case_[0-9a-f]{8}-…$`. */
export function idPattern(kind: IdKind): string {
  return `^${idPrefixes[kind]}_${uuid}$`;
}

/** Whether the text has the form of an id of this kind; anything else is 404. */
export function isId(kind: IdKind, text: string): boolean {
  return patterns[kind].test(text);
}

const patterns = Object.fromEntries(idKinds.map((kind) => [kind, new RegExp(idPattern(kind), 'u')])) as Readonly<
  Record<IdKind, RegExp>
>;
