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
export {
  acceptInvitation,
  createInvitationLink,
  type InvitationOutcome,
  inviteMember,
  isInvitationOpen,
} from './invitations.ts';
export { type Actor, changeRole, type MemberRefusal, type MemberRow, promoteMember, removeMember } from './members.ts';
export {
  getOrganization,
  listOrganizations,
  type OrganizationRow,
  renameOrganization,
  setOrganizationVerified,
} from './organizations.ts';
export { changeName, changePassword, findPassword } from './passwords.ts';
export { createPasswordReset, isPasswordResetUsable, requestPasswordReset, resetPassword } from './password-resets.ts';
