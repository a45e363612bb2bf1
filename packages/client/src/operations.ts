import type { calls, Operations } from './generated/operations.ts';

export type OperationId = keyof typeof calls;

/** The input of an operation: the parameters of its path and query by name, and its body. */
export type Input<Id extends OperationId> = NonNullable<Parameters<Operations[Id]>[0]>;

/** The result of an operation: JSON, the bytes of a document, or undefined. */
export type Output<Id extends OperationId> = Awaited<ReturnType<Operations[Id]>>;
