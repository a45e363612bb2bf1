export { createGuard, type Guard, type GuardOptions } from './guard.ts';
export { createResolver, type Resolver } from './resolver.ts';
export { createSecretBox, type SecretBox } from './secret-box.ts';
export { createSender, type SenderOptions, type SendWebhook, type AttemptResult, type WebhookMessage } from './send.ts';
