export { type Client, type ClientOptions, createClient } from './client.ts';
export type { CallOptions, IterateOptions } from './options.ts';
export { Paged, type Page } from './paging.ts';
export { ApiError, type ErrorCode } from './api-error.ts';
export * from './generated/errors.ts';
export type * from './generated/schemas.ts';
export type { Input, OperationId, Output } from './operations.ts';
export { verifyWebhook, type WebhookRequest, WebhookVerificationError } from './verify-webhook.ts';
