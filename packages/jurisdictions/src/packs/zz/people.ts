import type { RulePack } from '../../pack.ts';

/**
 * The sandbox's court, attorney and process server. The telephone numbers 555-0100 to 555-0199 are reserved for
 * fiction.
 */
export const zzPeople = {
  court: {
    name: 'Housing Court of the State of ZZ',
    address: ['1 Courthouse Square', 'Sandbox City, ZZ\u00a000001'],
    telephone: '(555) 555-0100',
    access:
      'The court provides interpreters and accommodations for disabilities at no charge. To ask for one, in any language, call the clerk at (555) 555-0100 (TTY 711) or write to the address of the court, if possible before the day of the hearing.',
    envelopeIds: 'ZZ-ENV-{number}',
    caseNumbers: 'ZZ-{year}-LT-{number}',
  },
  counsel: {
    name: 'Casey Counsel, Sandbox Law Office',
    address: ['2 Courthouse Square', 'Sandbox City, ZZ\u00a000001'],
    telephone: '(555) 555-0101',
    email: 'counsel@sandbox.example',
    barNumber: 'ZZ Bar No. 000000',
  },
  server: {
    name: 'Sam Server, Sandbox Process Service',
    address: ['3 Courthouse Square', 'Sandbox City, ZZ\u00a000001'],
    telephone: '(555) 555-0102',
    postOffice: 'United States Post Office, Sandbox City, ZZ\u00a000001',
  },
} as const satisfies Pick<RulePack, 'court' | 'counsel' | 'server'>;
