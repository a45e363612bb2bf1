import { responseText, component, flag, list, oneOf, strictObject } from '../fields.ts';

export const gateResult = strictObject({
  gate: responseText().meta({
    description: 'For example `parties_present` or `ledger_balance`. Some gates are listed only if they fail or warn.',
  }),
  status: oneOf(['pass', 'fail', 'warn', 'not_applicable']),
  reason: responseText().optional().meta({
    description: 'An explanation in plain words. Every `fail` and `warn` has one, and a `pass` can have one.',
  }),
});

export const gateResults = component(
  'GateResults',
  strictObject({
    passed: flag().meta({ description: 'True if no gate fails.' }),
    results: list(gateResult),
  }),
  {
    passed: false,
    results: [
      { gate: 'parties_present', status: 'pass' },
      {
        gate: 'servicemember',
        status: 'warn',
        reason: 'The attorney checks the military database (DMDC) before any default judgment.',
      },
      {
        gate: 'ledger_balance',
        status: 'fail',
        reason: 'The ledger totals $1,900.00, but the amount owed says $2,000.00.',
      },
      {
        gate: 'zip_in_state',
        status: 'warn',
        reason:
          'The ZIP code 20850 belongs to Maryland (MD), but property.state says Virginia (VA). The attorney decides.',
      },
    ],
  },
);
