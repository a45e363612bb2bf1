import type { InferType } from 'yup';
import { responseText, component, flag, list, strictObject } from '../fields.ts';
import { member } from './account.ts';

/** The caller's organization with its members. */
export const organizationResponse = component(
  'Organization',
  strictObject({
    id: responseText(),
    name: responseText(),
    verified: flag().meta({ description: 'Set by the operators.' }),
    members: list(member),
  }),
  {
    id: 'org_9a8b7c6d-5e4f-4a3b-8c1d-0e9f8a7b6c5d',
    name: 'Sandbox Holdings LLC',
    verified: false,
    members: [
      {
        id: 'usr_2f4c8d1a-7b3e-4f5a-9c6d-8e7f0a1b2c3d',
        name: 'Robin Example',
        email: 'robin@example.com',
        role: 'owner',
      },
    ],
  },
);
export type Organization = InferType<typeof organizationResponse>;
