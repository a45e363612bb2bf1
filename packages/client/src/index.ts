export { type Client, type ClientOptions, createClient } from './client.ts';
export type * from './generated/description.ts';
export { type ErrorCode, Refusal } from './refusal.ts';
export type { Answer, Input, OperationId } from './operations.ts';
