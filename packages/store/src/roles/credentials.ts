import { type Process, roleOf, type Table } from './grants.ts';

/** The role that owns what compares credentials. Nobody logs in as it, and no process is a member. */
export const credentialsRole = 'evict_credentials';

/** Which processes may call each function; none: only another one of these does. */
export const credentialFunctions: Readonly<Record<string, readonly Process[]>> = {
  guessesAt: [],
  secondsLocked: [],
  addSession: [],
  setPassword: [],
  verifyPassword: [],
  passwordSettings: ['public_gateway', 'customer_gateway'],
  changePassword: ['customer_gateway'],
  openSession: ['public_gateway'],
  signUp: ['public_gateway'],
  acceptInvitation: ['public_gateway'],
  resetPassword: ['public_gateway'],
  proveAddress: ['customer_gateway'],
  pendingSignInOf: ['public_gateway'],
  completeSignIn: ['public_gateway'],
  signInBySso: ['customer_gateway'],
  sessionOf: ['customer_gateway', 'attorney_gateway'],
  isActive: [],
  apiKeyOf: ['customer_gateway', 'attorney_gateway'],
  attorneyTokenOf: ['customer_gateway', 'attorney_gateway', 'ops'],
};

const privileges: Readonly<Partial<Record<Table, string>>> = {
  // Locking a row takes an UPDATE privilege.
  Organization: 'SELECT, INSERT, UPDATE ("createdAt", verified, "addressProven")',
  User: 'SELECT, INSERT, UPDATE ("passwordHash", "ssoHash")',
  SingleSignOn: 'SELECT',
  Invitation: 'SELECT, DELETE',
  InvitationLink: 'SELECT',
  AttorneyToken: 'SELECT',
  Session: 'SELECT, INSERT, UPDATE (hash, pending, "lastUsedAt", "revokedAt")',
  Passkey: 'SELECT, DELETE',
  Totp: 'SELECT, DELETE',
  RecoveryCode: 'SELECT, DELETE',
  AddressLink: 'SELECT, DELETE',
  Mail: 'INSERT',
  ApiKey: 'SELECT, UPDATE ("revokedAt")',
  OAuthItem: 'SELECT',
  PasswordReset: 'SELECT, UPDATE ("usedAt")',
  RateLimit: 'SELECT, INSERT, UPDATE, DELETE',
};

/** Makes the role the owner of its functions, and lets each process call its own. Assumes that all privileges are revoked. */
export function credentialStatements(): string[] {
  const functions = Object.entries(credentialFunctions);
  return [
    // Whoever migrates replaces these functions later.
    `GRANT ${credentialsRole} TO CURRENT_USER WITH INHERIT TRUE, SET TRUE`,
    `GRANT USAGE, CREATE ON SCHEMA public TO ${credentialsRole}`,
    ...functions.map(([name]) => `ALTER FUNCTION "${name}" OWNER TO ${credentialsRole}`),
    `REVOKE CREATE ON SCHEMA public FROM ${credentialsRole}`,
    ...Object.entries(privileges).map(([table, granted]) => `GRANT ${granted} ON "${table}" TO ${credentialsRole}`),
    ...functions.flatMap(([name, callers]) =>
      [credentialsRole, ...callers.map(roleOf)].map((role) => `GRANT EXECUTE ON FUNCTION "${name}" TO ${role}`),
    ),
  ];
}
