/** Every kind of mail that is about no case, by the name that its rows store. */
export { invitation } from './invitation.ts';
export { leadReceived as lead_received } from './lead-received.ts';
export { passwordReset as password_reset } from './password-reset.ts';
export { webhookEndpointDisabled as webhook_endpoint_disabled } from './webhook-endpoint-disabled.ts';
