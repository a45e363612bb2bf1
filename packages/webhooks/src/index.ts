export { createGuard, type Guard, type GuardOptions } from './guard.ts';
export { createGuardedFetch, type GuardedFetch } from './guarded-fetch.ts';
export { createResolver, createTextResolver, type Resolver, type TextResolver } from './resolver.ts';
export { createSecretBox } from './secret-box.ts';
export type { SecretBox } from '@evict/credentials/secret-box';
export { createSender, type SenderOptions, type SendWebhook, type AttemptResult, type WebhookMessage } from './send.ts';
