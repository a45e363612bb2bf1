import { type commands, definitionOf, type ReportKind, reportKinds, type RoutedKind, targets } from '@evict/case-model';
import { component } from '../fields.ts';
import { caseResponse } from '../schemas/case.ts';
import { commandFields } from '../schemas/command-fields.ts';
import type { RouteRow } from './route.ts';

const ofCase = {
  auth: 'attorney',
  tag: 'Attorneys',
  addition: true,
  success: { status: 200, schema: caseResponse, description: 'The case.' },
  // `guard_failed` also means that the attorney hasn't accepted the case yet.
  errors: ['attorney_not_eligible', 'erased', 'invalid_transition', 'guard_failed'],
} as const;
const casePath = '/v1/attorney/cases/{id}';

type Commands = typeof commands;

/** The endpoint of a command, as the command's file describes it. */
type RouteOf<K extends RoutedKind> = typeof ofCase & {
  readonly command: K;
  readonly endpoint: `${Commands[K]['route']['method']} ${typeof casePath}${Commands[K]['route']['path']}`;
  readonly params: { readonly id: 'case' };
  readonly summary: string;
  readonly description: string;
} & (Commands[K]['route'] extends { readonly schema: string }
    ? { readonly body: ReturnType<typeof commandFields<K>> }
    : unknown) &
  (Commands[K]['route'] extends { readonly method: 'DELETE' } ? { readonly bodyIsOptional: true } : unknown);

type CaseworkRoutes = { readonly [K in RoutedKind as Commands[K]['route']['operationId']]: RouteOf<K> };

/**
 * What attorneys report about their cases. Each endpoint sends one command and is generated from the command's file.
 */
export const caseworkRoutes = Object.fromEntries(reportKinds.flatMap(routeOf)) as unknown as CaseworkRoutes;

function routeOf(kind: ReportKind): [string, RouteRow][] {
  const { target, example = {}, route } = definitionOf({ kind });
  if (!route) return [];
  const { operationId, title: summary, method, path, schema, description } = route;
  return [
    [
      operationId,
      {
        ...ofCase,
        command: kind,
        endpoint: `${method} ${casePath}${path}`,
        params: { id: 'case', ...(target && { [target]: targets[target] }) },
        summary,
        description,
        ...(schema !== undefined && { body: component(schema, commandFields(kind), example) }),
        ...(method === 'DELETE' && { bodyIsOptional: true }),
      },
    ],
  ];
}
