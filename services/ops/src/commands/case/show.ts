import { findCaseForOperator, readCaseFileForOperator, recordOperatorView } from '@evict/store/cases';
import { presentCase, printCase } from '../../case-view.ts';
import { command } from '../../definition.ts';
import { Refused } from '../../failures.ts';
import { caseField, flagField } from '../../fields.ts';

export const show = command({
  summary: 'Shows a case with its documents, service, filings, charges and history.',
  example: 'show case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11',
  positionals: ['id'],
  fields: {
    id: caseField,
    'tenant-data': flagField('include tenant data (facts, names, texts); recorded as tenant_data_viewed'),
  },
  async run({ store, operator }, { id, 'tenant-data': withTenantData = false }) {
    if (withTenantData) {
      const row = await findCaseForOperator(store, id);
      if (!row) throw noSuchCase();
      if (row.erasedAt) throw new Refused('erased');
      await recordOperatorView(store, { caseId: id, operator });
    }
    const file = await readCaseFileForOperator(store, id);
    if (!file) throw noSuchCase();
    const presented = presentCase(file, { withTenantData });
    return { json: presented, text: printCase(presented) };
  },
});

function noSuchCase(): Refused {
  return new Refused('not_found', 'There is no such case.');
}
