export { createAccount, emailKey, findAccount, getAccount, isEmailTaken, type Role } from './accounts.ts';
export { createAddressLink, proveAddress, requestAddressMail } from './addresses.ts';
export {
  createApiKey,
  findApiKey,
  type KeyConfirm,
  type KeyCredential,
  listApiKeys,
  maxRevokedKeys,
  type NewApiKey,
  recordKeyUses,
  revokeApiKey,
} from './api-keys.ts';
export { changeName, changeProven, findEmail } from './change-password.ts';
export { acceptInvitation, createInvitationLink, type InvitationOutcome, inviteMember } from './invitations.ts';
export * from './mail-settings.ts';
export { type Actor, changeRole, type MemberRefusal, type MemberRow, promoteMember, removeMember } from './members.ts';
export {
  getOrganization,
  listOrganizations,
  type OrganizationRow,
  setOrganizationVerified,
  updateOrganization,
} from './organizations.ts';
export { secondsLocked } from './passwords.ts';
export * from './password-resets.ts';
export { endSession, findSession, listSessions, type NewSession } from './sessions.ts';
export { openAttorneySession, openSession, type SignedIn } from './sign-in.ts';
export * from './single-sign-on.ts';
