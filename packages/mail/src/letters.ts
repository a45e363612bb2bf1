import { type CaseLetterFacts, caseLetters } from './case-letters.ts';
import type { Letter } from './letter.ts';

/** What the text of each kind of mail is made from. */
export interface LetterFacts extends CaseLetterFacts {
  password_reset: { link: string };
  lead_received: {
    kind: string;
    name: string;
    email: string;
    company: string | null;
    role: string | null;
    states: readonly string[];
    barNumber: string | null;
    message: string | null;
  };
  webhook_endpoint_disabled: { endpointId: string; mode: string; days: number };
}

/**
 * The wording of every mail by its kind. Mail is read in places that we know nothing of: none says more of a case than
 * its id.
 */
export const letters: { readonly [K in keyof LetterFacts]: (facts: LetterFacts[K]) => Letter } = {
  ...caseLetters,
  password_reset: ({ link }) => ({
    subject: 'Set a new password',
    parts: [
      { paragraph: 'Somebody, probably you, asked to set a new password for the account with this address.' },
      { link, label: 'Set a new password' },
      { paragraph: 'The link works once, within an hour. Setting the password signs you out everywhere.' },
      { paragraph: 'If it was not you, there is nothing to do: without the link the password stays as it is.' },
    ],
  }),
  webhook_endpoint_disabled: ({ endpointId, mode, days }) => ({
    subject: 'A webhook endpoint was switched off',
    parts: [
      {
        paragraph: `Everything that was sent to one of your webhook endpoints in ${mode} mode has failed for ${days} days. It was switched off: events are no longer sent to it.`,
      },
      { fields: [['Endpoint', endpointId]] },
      { paragraph: 'To switch it on, register its URL anew. Until then GET /v1/cases/{id}/events has the events.' },
    ],
  }),
  lead_received: (lead) => ({
    subject: leadSubjects[lead.kind] ?? 'A request from the website',
    parts: [
      { paragraph: 'This came in through the website. Nobody has checked what it says.' },
      { fields: leadFields(lead) },
    ],
  }),
};

const leadSubjects: Readonly<Record<string, string>> = {
  access_request: 'Access request',
  attorney_application: 'Attorney application',
  contact: 'Contact request',
};

function leadFields({ name, email, company, role, states, barNumber, message }: LetterFacts['lead_received']) {
  const fields: [string, string | null][] = [
    ['Name', name],
    ['Email', email],
    ['Company', company],
    ['Role', role],
    ['States', states.join(', ') || null],
    ['Bar number', barNumber],
    ['Message', message],
  ];
  return fields.flatMap(([label, value]): [string, string][] => (value === null ? [] : [[label, value]]));
}
