/** Every kind of email that isn't about a case, exported under the name that its rows store. */
export { accountNotice as account_notice } from './account-notice.ts';
export { addressConfirmation as address_confirmation } from './address-confirmation.ts';
export { appConnected as app_connected } from './app-connected.ts';
export { attorneyInvitation as attorney_invitation } from './attorney-invitation.ts';
export { invitation } from './invitation.ts';
export { leadReceived as lead_received } from './lead-received.ts';
export { passwordReset as password_reset } from './password-reset.ts';
export { webhookEndpointDisabled as webhook_endpoint_disabled } from './webhook-endpoint-disabled.ts';
