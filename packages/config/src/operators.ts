import { httpUrl, text } from './settings.ts';
import { pemFile } from './temporal-tls.ts';

/**
 * How operators sign in. If neither an issuer nor an authority is set, the name that an operator declares is recorded.
 */
export const operators = {
  operatorsIssuer: httpUrl('OPERATORS_OIDC_ISSUER', 'https://login.example.com'),
  /** A public OAuth client that only operators use, with the device flow. */
  operatorsClientId: text('OPERATORS_OIDC_CLIENT_ID', ''),
  /** The ID token that `ops operator sign-in` prints. */
  operatorToken: { ...text('OPERATOR_TOKEN', ''), secret: true },
  /** A certificate authority that certifies only operators. */
  operatorsCa: pemFile('OPERATORS_CA'),
  operatorCertificate: pemFile('OPERATOR_CERT'),
  operatorKey: pemFile('OPERATOR_KEY'),
};
