import { type CaseEvent, type CustomerFactKind } from '@evict/case-model';
import { caseMail } from '../case-mail.ts';

/**
 * Returns a rule that queues the email if the customer made the report. Attorneys aren't told about their own reports.
 */
const reported =
  (fact: CustomerFactKind) =>
  ({ event }: { event: CaseEvent }): { fact: CustomerFactKind } | false =>
    event.actorType === 'customer' && { fact };

/**
 * Sent when the customer reports something that may change the case. The date and other details are shown only behind
 * the link.
 */
export const factReported = caseMail<{ fact: CustomerFactKind }, { fact: CustomerFactKind }>({
  audience: 'attorney',
  on: { payment: reported('payment'), moved_out: reported('moved_out') },
  data: (_now, { fact }) => ({ fact }),
  subject: ({ fact }) => texts[fact].subject,
  body: ({ fact }) => [texts[fact].body, 'The report changes nothing by itself. You decide what follows.'],
});

const texts: Readonly<Record<CustomerFactKind, { subject: string; body: string }>> = {
  payment: { subject: 'A payment was reported', body: 'The customer reports a payment by the tenant.' },
  moved_out: { subject: 'A move-out was reported', body: 'The customer reports that the tenant has moved out.' },
};
