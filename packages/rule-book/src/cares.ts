import { addDays, caresMinimumDays, type RulePack, type StatesPack } from '@evict/jurisdictions';
import type { Rule } from './book.ts';
import { day } from './words.ts';

/** The federal minimum notice: one dated setting in every pack. */
export function caresRule({ cares }: Pick<RulePack | StatesPack, 'cares'>): Rule {
  const { minimumDays, inForceFrom, inForceUntil } = cares;
  const around = [addDays(inForceFrom, -1), inForceFrom, cares.checked];
  const served = inForceUntil === null ? around : [...around, inForceUntil, addDays(inForceUntil, 1)];
  return {
    title: 'Minimum notice for a covered dwelling (CARES Act)',
    words: [
      `A tenant of a covered dwelling cannot be required to leave before ${minimumDays} calendar days after the notice. The customer states at intake whether the dwelling is covered.`,
      `The rule applies to notices served from ${day(inForceFrom)}, when the act was signed, ${inForceUntil === null ? 'without a known end' : `until ${day(inForceUntil)}`}. For mail, that is the day of mailing. A repeal is another version of the pack with a last day; notices served before it keep their days.`,
      'Subsection (c) does not name nonpayment alone. Notices made in the sandbox observe it on every ground.',
    ],
    basis: cares,
    tables: [
      {
        caption: 'Worked examples',
        headers: ['Served', 'Days of the CARES Act'],
        rows: served.map((date) => [day(date), String(caresMinimumDays({ cares }, date) ?? 'none')]),
      },
    ],
  };
}
