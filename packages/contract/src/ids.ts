import { type IdKind, idPrefixes } from '@evict/case-model';

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** The kinds of path parameters: ids and state codes. */
export type ParamKind = IdKind | 'stateCode';

export const paramKinds: readonly ParamKind[] = [...(Object.keys(idPrefixes) as IdKind[]), 'stateCode'];

/** Returns the pattern of a path parameter, such as `^case_[0-9a-f]{8}-…$`. */
export function idPattern(kind: ParamKind): string {
  return kind === 'stateCode' ? '^[A-Za-z]{2}$' : `^${idPrefixes[kind]}_${uuid}$`;
}

/** Whether the text matches the pattern of this kind. A request whose path has any other text gets a 404. */
export function isId(kind: ParamKind, text: string): boolean {
  return patterns[kind].test(text);
}

const patterns = Object.fromEntries(paramKinds.map((kind) => [kind, new RegExp(idPattern(kind), 'u')])) as Readonly<
  Record<ParamKind, RegExp>
>;
