import { accountMail } from '../account-mail.ts';

interface Lead {
  kind: string;
  name: string;
  email: string;
  company: string | null;
  role: string | null;
  states: readonly string[];
  barNumber: string | null;
  message: string | null;
}

/** Sent to the operators. It contains the whole lead. */
export const leadReceived = accountMail<Lead>()({
  ids: ['leadId'],
  subject: ({ kind }) => subjects[kind] ?? 'A request from the website',
  body: (lead) => ['This was sent through the website. Nothing in it has been verified.', { fields: fieldsOf(lead) }],
  replyTo: ({ email }) => email,
});

const subjects: Readonly<Record<string, string>> = {
  access_request: 'Access request',
  attorney_application: 'Attorney application',
  contact: 'Contact request',
};

function fieldsOf({ name, email, company, role, states, barNumber, message }: Lead): [string, string][] {
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
