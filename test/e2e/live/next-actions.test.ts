import { beforeDefault } from '@evict/case-model';
import { expect, test } from 'vitest';
import { day } from '../support/facts.ts';
import { filingEvidence, pdf } from '../support/grounds.ts';
import { liveWorld } from '../support/live-case.ts';
import { marylandFacts } from '../support/live.ts';
import { startService } from '../support/service.ts';

// What customers, attorneys and operators read of what a live case waits for.

const service = await startService({ liveMode: true });
const { attorney, inReview } = liveWorld(service);
const avery = await attorney();

async function filed(servicemember: 'no' | 'yes') {
  const facts = marylandFacts();
  const given = await inReview(
    {
      ...facts,
      entryPoint: 'filing',
      priorNotice: { servedDate: day(-60), method: 'personal', periodDays: 10 },
      attestations: { ...facts.attestations, servicemember },
    },
    filingEvidence,
  );
  const send = async (path: string, body: object, status = 200) => {
    const response = await avery.send('POST', `/v1/attorney/cases/${given.id}/${path}`, { body });
    expect([response.status, response.body.error]).toEqual([status, undefined]);
    return response.body;
  };
  const contentBase64 = Buffer.from(pdf('Complaint')).toString('base64');
  await send('documents', { kind: 'filing', filename: 'complaint.pdf', contentBase64 }, 201);
  await avery.approve(given.id);
  await send('filings', { status: 'submitted' });
  await send('filings', { status: 'accepted', courtCaseNumber: 'D-06-LT-26-000001' });
  return { ...given, send };
}

test.each(['no', 'yes'] as const)(
  'a hearing is named until it has passed, with the affidavit before any default: servicemember %s',
  async (servicemember) => {
    const { customer, id, send } = await filed(servicemember);
    const affidavit = beforeDefault(servicemember);
    const read = async (description: string) => {
      const nextAction = { by: 'court', description: `${description} ${affidavit}` };
      expect((await customer.read(id)).nextAction).toEqual(nextAction);
      expect((await avery.read(id)).nextAction).toEqual(nextAction);
      const { body } = await customer.send('GET', '/v1/cases');
      expect(body.items).toEqual([expect.objectContaining({ id, nextAction })]);
    };
    await send('outcomes', { type: 'hearing_scheduled', date: day(14) });
    await read(`Hearing on ${day(14)}, the date now on record.`);
    // Nobody reports anything when the day is over. A continuance then names the next one.
    await send('outcomes', { type: 'hearing_scheduled', date: day(-3) });
    await read('No upcoming hearing is on record. The attorney reports what the court decided, or the next date.');
    await send('outcomes', { type: 'hearing_scheduled', date: day(30) });
    await read(`Hearing on ${day(30)}, the date now on record.`);
  },
);

test('a hold is named with its reason and with the date that was reported for it', async () => {
  const { customer, id } = await inReview();
  const hold = (body: object) => avery.send('POST', `/v1/attorney/cases/${id}/hold`, { body });
  expect((await hold({ reason: 'court_stay', until: day(20) })).body.nextAction).toEqual({
    by: 'platform',
    description: `The case is on hold because the court has stayed it. The hold is expected to end on ${day(20)}. The attorney decides when the case resumes.`,
  });
  await avery.send('POST', `/v1/attorney/cases/${id}/resume`);
  await hold({ reason: 'agreement' });
  expect((await customer.read(id)).nextAction.description).toBe(
    'The case is on hold under an agreement between the parties.',
  );
});
