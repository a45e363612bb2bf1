export { ApiError, type ErrorCode } from './api-error.ts';
export { createClient, type Input, type OperationId, type Output } from './client.ts';
export * from './generated/errors.ts';
export type * from './generated/types.ts';
export type { CallOptions, ClientOptions, FollowOptions, IterateOptions, Sendable } from './options.ts';
export { type Page, Paged } from './paging.ts';
export { verifyWebhook, type WebhookRequest, WebhookVerificationError } from './verify-webhook.ts';
