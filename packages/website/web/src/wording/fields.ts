import { capitalized } from '../shared/format.ts';

/** Names for fields whose API names don't read well as words. */
const names: Readonly<Record<string, string>> = {
  amountOwedCents: 'amount owed',
  contentBase64: 'file',
  entryPoint: 'start of the case',
  expires: 'last day of the period',
  freeText: 'notes for the attorney',
  isEntity: 'company or other entity',
  line1: 'street and number',
  partyIndex: 'defendant',
  restNotNeeded: 'skip remaining defendants',
  servedDate: 'date of service',
  zip: 'ZIP code',
};

const singular: Readonly<Record<string, string>> = { parties: 'party', ledger: 'line', documents: 'document' };

/** Converts an API path, such as `parties[0].name`, into a name that users know: `Party 1, name`. */
export function fieldName(path: string): string {
  const parts = path.split('.').map((part) => {
    const [, name = '', index] = /^(\w+?)(?:\[(\d*)\])?$/.exec(part) ?? [];
    const words =
      names[name] ?? name.replace(/Cents$/, '').replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return index ? `${singular[name] ?? words} ${Number(index) + 1}` : words;
  });
  return capitalized(parts.join(', '));
}

/** Returns the message to show at a field. For an empty field, asks for the value. */
export function faultText({ path: field, code, message }: { path: string; code: string; message: string }): string {
  if (code !== 'too_short' || !message.includes('at least 1 ')) return message;
  const name = fieldName(field).split(', ').at(-1)?.toLowerCase();
  return `Enter ${field.includes('.') ? 'the' : 'your'} ${name}.`;
}

const wholes = 'property|lease|parties|ledger|violation|attestations|priorNotice|documents';
const path = new RegExp(
  `\`?\\b(?:(?:${wholes})(?:\\[\\d*\\])?\\.\\w+|[a-z]+[A-Z]\\w*|[a-z]+\\[\\d*\\](?:\\.\\w+)?)\`?`,
  'g',
);

/** Replaces API field names in a message from the service with words. */
export function inWords(text: string): string {
  return text.replaceAll(path, (found) => `“${fieldName(found.replaceAll('`', ''))}”`);
}

/** Like `inWords`, but worded for the case's attorney. */
export function inWordsAtDesk(text: string): string {
  return inWords(text).replaceAll(/\b([Tt])he attorney decides\b/g, (_, t) =>
    t === 'T' ? 'You decide' : 'you decide',
  );
}
