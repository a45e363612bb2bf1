import { httpUrl, text } from './settings.ts';
import { pemFile } from './temporal-tls.ts';

/** How operators prove who they are; without an issuer and an authority the name that they declare is recorded. */
export const operators = {
  operatorsIssuer: httpUrl('OPERATORS_OIDC_ISSUER', 'https://login.example.com'),
  /** A public client of the issuer, with the device flow, for operators alone. */
  operatorsClientId: text('OPERATORS_OIDC_CLIENT_ID', ''),
  /** The ID token that `ops operator sign-in` has printed. */
  operatorToken: { ...text('OPERATOR_TOKEN', ''), secret: true },
  /** The authority that certifies operators and nobody else. */
  operatorsCa: pemFile('OPERATORS_CA'),
  operatorCertificate: pemFile('OPERATOR_CERT'),
  operatorKey: pemFile('OPERATOR_KEY'),
};
