import { component, flag, record, text } from '../fields.ts';

/** Body of `POST /v1/auth/password-reset/request`. Of any form: what is no address has no account either. */
export const passwordResetRequestBody = component(
  'PasswordResetRequest',
  record({ email: text({ min: 1, max: 254 }) }),
  { email: 'robin@example.com' },
);

/** Body of `POST /v1/auth/password-reset/confirm`. */
export const passwordResetConfirmBody = component(
  'PasswordResetConfirm',
  record({
    token: text({ min: 1, max: 255 }).meta({ description: 'From the link in the mail.' }),
    password: text({ min: 10, max: 200 }),
  }),
  { token: 'ert_6Yd1nB8sX3cV5mK0zQ7wT2pL9hJ4gF6rAeUiOoKtBrEx', password: 'another horse, another battery' },
);

export const passwordResetResponse = component('PasswordReset', record({ ok: flag() }), { ok: true });
