export {
  createAccount,
  createSession,
  emailKey,
  findAccount,
  findSession,
  findSignIn,
  getAccount,
  isEmailTaken,
  revokeSession,
  type Role,
} from './accounts.ts';
export { createApiKey, findApiKey, maxRevokedKeys, type KeyCredential, listApiKeys, revokeApiKey } from './api-keys.ts';
export { getOrganization, listOrganizations, renameOrganization, setOrganizationVerified } from './organizations.ts';
export { changeName, changePassword, findPassword } from './passwords.ts';
export { createPasswordReset, isPasswordResetUsable, requestPasswordReset, resetPassword } from './password-resets.ts';
