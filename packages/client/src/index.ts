export { type Client, type ClientOptions, createClient } from './client.ts';
export type * from './generated/description.ts';
export { type ErrorCode, ApiError } from './api-error.ts';
export type { Output, Input, OperationId } from './operations.ts';
