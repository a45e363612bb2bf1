import { verifyAllCases, verifyCase } from '@evict/store/evidence';
import { command, type Result } from '../../command.ts';
import type { Context } from '../../context.ts';
import { exitCodes, Failure, notFound } from '../../failures.ts';
import { argument, caseField, flagField, optional } from '../../fields.ts';

export const verify = command({
  summary:
    'Verifies the evidence of one case or of all: document bytes, and what each approval covers and who signed it.',
  example: 'verify case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11',
  fields: { id: optional(argument(caseField)), all: flagField('verify every case') },
  check: ({ id, all }) => ((id === undefined) === (all !== true) ? ['CASE_ID: Give either a case or --all.'] : []),
  async run(context, { id }) {
    return id === undefined ? verifyAll(context) : verifyOne(context, id);
  },
});

async function verifyOne({ store, blobs }: Context, id: string): Promise<Result> {
  const found = await verifyCase({ store, blobs: await blobs() }, id);
  if (!found) throw notFound('case');
  const { caseId: _, faults, ...counts } = found;
  if (faults.length > 0) throw notVerified(`${id} has broken evidence.`, faults);
  return { json: { id, verified: true, ...counts } };
}

async function verifyAll({ store, blobs }: Context): Promise<Result> {
  const { faults, ...counts } = await verifyAllCases({ store, blobs: await blobs() });
  if (faults.length > 0) throw notVerified(`${counts.broken} of ${counts.cases} cases have broken evidence.`, faults);
  return { json: { verified: true, ...counts } };
}

function notVerified(message: string, faults: readonly string[]): Failure {
  return new Failure(exitCodes.broken, 'not_verified', message, faults);
}
