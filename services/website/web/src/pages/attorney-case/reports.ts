import type { AttorneyForm } from '@evict/contract';
import { attorneyForms } from '../../api/attorney-forms.ts';
import { call } from '../../api/call.ts';
import type { Input, Operation } from '../../api/contract.ts';
import type { AttorneyCase } from '../../api/queries.ts';
import type { ReportField } from '../../shared/report-fields.ts';
import { fieldsOf } from './form-fields.ts';

/** What an attorney reports: the verb, its fields, and the request. */
export interface Report {
  verb: string;
  meaning: string;
  fields: readonly ReportField[];
  send: (body: Record<string, unknown>) => Promise<unknown>;
}

/** What can be reported now: about the case, or about one of its entries. */
export function reportsOf(
  one: AttorneyCase,
  target?: AttorneyForm['target'],
  entry?: { readonly id?: string | undefined },
): Report[] {
  // The service's own deadlines have no id: they follow from what is reported.
  if (entry && entry.id === undefined) return [];
  return attorneyForms().flatMap((form) => {
    const fields = form.target === target ? fieldsOf(form, one, entry) : null;
    if (fields === null) return [];
    const { title: verb, description: meaning, given, operation } = form;
    const ids = { id: one.id, ...(target && { [target]: entry?.id ?? '' }) };
    const hasBody = fields.length > 0 || given !== undefined;
    const send = (body: object) =>
      call(
        operation as Operation,
        { ...ids, ...(hasBody && { body: { ...given, ...body } }) } as unknown as Input<Operation>,
      );
    return [{ verb, meaning, fields, send }];
  });
}
