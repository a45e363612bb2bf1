export { createGuard, type Guard, type GuardOptions } from './guard.ts';
export { createResolver, type Resolver } from './resolver.ts';
export { createSecretBox } from './secret-box.ts';
export type { SecretBox } from '@evict/credentials/secret-box';
export { createSender, type SenderOptions, type SendWebhook, type AttemptResult, type WebhookMessage } from './send.ts';
