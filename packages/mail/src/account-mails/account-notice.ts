import { accountMail } from '../account-mail.ts';

/** Changes that users are told about, because somebody else may have made them. */
const notices = {
  password_changed: ['Your password was changed', 'The password of your account was changed.'],
  new_device: ['A new sign-in to your account', 'Somebody signed in to your account from a new device.'],
  passkey_added: ['A passkey was added to your account', 'A passkey was added to your account.'],
  passkey_removed: ['A passkey was removed from your account', 'A passkey was removed from your account.'],
  totp_added: [
    'An authenticator app was added to your account',
    'Sign-ins now need a code from your authenticator app.',
  ],
  totp_removed: [
    'The authenticator app was removed from your account',
    'Sign-ins no longer need a code from an authenticator app.',
  ],
  factors_removed: [
    'Two-step sign-in was turned off',
    'The operators of this service removed every passkey and authenticator app from your account.',
  ],
  recovery_code_used: ['A recovery code was used', 'Somebody signed in to your account with a recovery code.'],
  token_created: ['A new token', 'A token that gives programs access to your account was created.'],
  key_created: ['A new API key', 'An API key was created for your organization.'],
  member_joined: ['A new member', 'Somebody has joined your organization.'],
} as const satisfies Record<string, readonly [subject: string, text: string]>;

export type AccountChange = keyof typeof notices;

/** Sent to the user whom the change concerns, or to the organization's owners. */
export const accountNotice = accountMail<{ change: AccountChange; at: string; link: string }>()({
  ids: ['change', 'at'],
  subject: ({ change }) => notices[change][0],
  body: ({ change, at, link }) => [
    notices[change][1],
    { fields: [['Time', at]] },
    'If this was you or a colleague, you can ignore this email. If not, set a new password. That signs everybody else out.',
    { link, label: 'Set a new password' },
  ],
});

/** Returns whether this version knows the change. */
export function isAccountChange(change: string): change is AccountChange {
  return Object.hasOwn(notices, change);
}
