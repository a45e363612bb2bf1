import { describe, expect, it } from 'vitest';
import type { CaseFacts } from '../facts.ts';
import { buildFacts, buildInput, liveInput, resultOf, warns } from '../../test/drafts.ts';

function factsAt(property: Partial<CaseFacts['property']>): CaseFacts {
  const facts = buildFacts('nonpayment');
  return { ...facts, property: { ...facts.property, ...property } };
}

describe('zip_in_state', () => {
  const judged = (zip: string, state: string) => resultOf('zip_in_state', liveInput(factsAt({ zip, state })));

  it('warns in either mode if the ZIP code belongs to another state, and names both states', () => {
    const warning = warns(
      'The ZIP code 20850 belongs to Maryland (MD), but property.state says Virginia (VA). The attorney decides.',
    );
    expect(judged('20850', 'va')).toEqual(warning);
    expect(resultOf('zip_in_state', buildInput(factsAt({ zip: '20850', state: 'VA' })))).toEqual(warning);
  });

  it.each([
    ['in the state', '22201-1234', 'VA'],
    ['that two states share', '42223', 'TN'],
    ["that isn't assigned", '00001', 'VA'],
  ])("isn't listed for a ZIP code %s", (_, zip, state) => {
    expect(judged(zip, state)).toBeUndefined();
  });

  it("isn't listed for a property in the sandbox", () => {
    expect(resultOf('zip_in_state', buildInput(factsAt({ zip: '20850', state: 'zz' })))).toBeUndefined();
  });
});

describe('premises_address', () => {
  const judged = (line1: string, unit?: string) => resultOf('premises_address', buildInput(factsAt({ line1, unit })));

  it.each([
    'PO Box 9',
    'P.O. Box 9',
    'P. O. Box 9',
    'P O Box 9',
    'p.o.box 9',
    'POBox9',
    'PO-Box 9',
    'P/O Box 9',
    'P0 Box 9',
    'PO BOX #9',
    'PO Box No. 9',
    'PO Box A-12',
    'PO Box A',
    'PO Box WW',
    'PO Box',
    'P.O. Bx 9',
    'PO Drawer K',
    'POB 9',
    'P.O.B. 9',
    'P O B #9',
    'Post Office Box 9',
    'POST OFFICE BOX NINE',
    'Postal Box 9',
    'Ｐ.Ｏ. Box ９',
    '12 Oak Street, PO Box 9',
    'c/o Robin Owner, P.O. Box 9',
    'P,O, Box 9',
    'PO_Box 9',
    'Post Ofc Box 9',
    'USPS Box 9',
    'P.M.B. 12',
    '12 Oak St Pmb A',
    '12 Oak St, General Delivery',
    'C/O General Delivery',
    'Box A',
    'PO Box 9, RD 2',
    'PMB 12',
    '12 Oak Street #PMB 12',
    'Mailbox 12',
    'Private Mail Box 12',
    'Caller Box 9',
    'Apartado 9',
    'Apartado Postal 9',
    'Apdo. 9',
    'General Delivery',
    'Box 9',
    'Box #9',
    'Drawer 9',
  ])('warns about the address %j', (line1) => {
    expect(judged(line1)).toEqual(warns(/^property\.line1 names a post office box or another mailbox/));
  });

  it('warns about a mailbox in the unit field after a street address', () => {
    expect(judged('12 Oak Street', 'PMB 12')).toEqual(warns(/^property\.unit names/));
    expect(judged('12 Oak Street', 'P.O. Box 9')).toEqual(warns(/^property\.unit names/));
  });

  it.each([
    '12 Box Elder Rd',
    'Box Elder Rd',
    '12 Post Office Rd',
    '12 Old Post Office Lane',
    '123 PO Box Ln',
    '12 Post Office Box Canyon Road',
    '12 Po Boxwood Ct',
    '12 Boxwood Lane',
    '12 Pobst Street',
    '9 Hippo Box 9',
    '12 Depot Street',
    '12 Drawer Lane',
    '12 Mailbox Lane',
    'RR 2 Box 9',
    'R.R. 2, Box 9',
    'Box 9, RR 2',
    'HC 1 Box 9',
    'Box 9, RD 2',
    'Box 9 Hwy 12',
    'Box 9 CR 12',
    'Box 9 Star Rte',
    'Star Route Box 9',
    'Box A Ranch Road',
    'Rural Route 2 Box 9',
    '1 General Delivery Way',
    '12 Apartado Street',
  ])("isn't listed for the address %j", (line1) => {
    expect(judged(line1)).toBeUndefined();
  });

  it("isn't listed for a rural route in one field and its box in the other", () => {
    expect(judged('RR 2', 'Box 9')).toBeUndefined();
    expect(judged('Box 9', 'RR 2')).toBeUndefined();
  });
});
