import type { operations } from './generated/description.ts';

export type OperationId = keyof operations;

/** The input of an operation: the parameters of its path and query by name, and its body. */
export type Input<Id extends OperationId> = Merged<
  ParameterPart<operations[Id]['parameters']['path']> &
    ParameterPart<operations[Id]['parameters']['query']> &
    BodyPart<operations[Id]>
>;

/** The result of an operation: JSON, the bytes of a document, or undefined. */
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

/** Accepts read-only values, and undefined for absent fields: JSON omits them. */
type Sendable<T> = T extends object
  ? { readonly [K in keyof T]: object extends Pick<T, K> ? Sendable<T[K]> | undefined : Sendable<T[K]> }
  : T;

/** One object type, which reads better in an editor than an intersection. */
type Merged<T> = { [K in keyof T]: T[K] };
