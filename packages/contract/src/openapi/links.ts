import { idPattern, type ParamKind, paramKinds } from '../ids.ts';
import type { Route } from '../routes/route.ts';
import { metaOf, type Shape, shapeOf } from '../shape.ts';

/**
 * Returns the OpenAPI links of a successful response. Each link leads to an operation that the same kind of caller may
 * use and that takes an id from the response. Ids that were already in the request don't lead anywhere. Ids are
 * recognized by their patterns. Other path parameters get their values from the request.
 */
export function links(route: Route, routes: Readonly<Record<string, Route>>): Record<string, object> {
  const { schema } = route.success;
  if (schema === null || schema === 'bytes') return {};
  const ofRequest = new Map(Object.entries(route.params ?? {}).map(([name, kind]) => [kind, `$request.path.${name}`]));
  const ofResponse = new Map([...idsOf(shapeOf(schema))].filter(([kind]) => !ofRequest.has(kind)));
  const known = new Map([...ofRequest, ...ofResponse]);
  return Object.fromEntries(
    Object.entries(routes).flatMap(([operationId, { auth, params = {} }]) => {
      const kinds = Object.entries(params);
      const isReached = kinds.some(([, kind]) => ofResponse.has(kind)) && kinds.every(([, kind]) => known.has(kind));
      if (!isReached || !allowed[route.auth].includes(auth)) return [];
      const parameters = Object.fromEntries(kinds.map(([name, kind]) => [name, known.get(kind)]));
      return [[operationId, { operationId, parameters }]];
    }),
  );
}

/** The kinds of operations that each kind of caller may call next. */
const allowed: Record<Route['auth'], readonly Route['auth'][]> = {
  none: ['none'],
  customer: ['customer', 'session'],
  session: ['customer', 'session'],
  anySession: ['anySession'],
  attorney: ['attorney'],
  attorneySession: ['attorneySession'],
};

/** Returns where a response contains ids: a runtime expression for the first id of each kind, outer fields first. */
function idsOf(root: Shape): Map<ParamKind, string> {
  const found = new Map<ParamKind, string>();
  const places: { pointer: string; shape: Shape }[] = [{ pointer: '', shape: root }];
  for (const { pointer, shape } of places) {
    const kind = kindOf(shape);
    if (kind !== undefined && !found.has(kind)) found.set(kind, `$response.body#${pointer}`);
    if (shape.innerType) places.push({ pointer: `${pointer}/0`, shape: shape.innerType });
    for (const [name, field] of Object.entries(shape.fields ?? {}))
      places.push({ pointer: `${pointer}/${name}`, shape: field });
  }
  return found;
}

function kindOf(shape: Shape): ParamKind | undefined {
  const { rules = [] } = metaOf(shape);
  return rules.map(({ keywords }) => kindOfPattern.get(keywords['pattern'])).find((kind) => kind !== undefined);
}

const kindOfPattern = new Map<unknown, ParamKind>(paramKinds.map((kind) => [idPattern(kind), kind]));
