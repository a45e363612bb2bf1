import type { operations } from './generated/description.ts';

export type OperationId = keyof operations;

/** What an operation is called with: the parameters of its path and query by name, and its body. */
export type Input<Id extends OperationId> = Merged<
  ParameterPart<operations[Id]['parameters']['path']> &
    ParameterPart<operations[Id]['parameters']['query']> &
    BodyPart<operations[Id]>
>;

/** What it answers: JSON, the bytes of a document, or nothing. */
export type Output<Id extends OperationId> = Content<operations[Id]['responses']>;

type ParameterPart<P> = [NonNullable<P>] extends [never] ? unknown : Sendable<NonNullable<P>>;

type BodyPart<O> = O extends { requestBody: { content: { 'application/json': infer Body } } }
  ? { readonly body: Sendable<Body> }
  : unknown;

type Content<Responses> = Responses[keyof Responses] extends { content: infer C }
  ? C extends { 'application/json': infer Json }
    ? Json
    : Uint8Array
  : undefined;

/** Read-only is good enough, and undefined is as good as absent: JSON leaves it out. */
type Sendable<T> = T extends object
  ? { readonly [K in keyof T]: object extends Pick<T, K> ? Sendable<T[K]> | undefined : Sendable<T[K]> }
  : T;

/** One object type, which reads better in an editor than an intersection. */
type Merged<T> = { [K in keyof T]: T[K] };
