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
export * from './api-keys.ts';
export * from './invitations.ts';
export { type Actor, changeRole, type MemberRefusal, type MemberRow, promoteMember, removeMember } from './members.ts';
export * from './organizations.ts';
export { changeName, changePassword, findPassword } from './passwords.ts';
export * from './password-resets.ts';
export * from './single-sign-on.ts';
