import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LedgerEntry } from '../facts.ts';
import {
  buildFacts,
  buildInput,
  charge,
  fails,
  liveInput,
  notApplicable,
  passes,
  payment,
  resultOf,
  today,
  warns,
} from '../../test/drafts.ts';

describe('ledger_balance for nonpayment', () => {
  const judged = (ledger: LedgerEntry[] | undefined, amountOwedCents: number | undefined, build = buildInput) =>
    resultOf('ledger_balance', build(buildFacts('nonpayment', { ledger, amountOwedCents })));

  it("passes if the amount owed equals the ledger's balance, with partial payments deducted", () => {
    const ledger = [charge('2026-05-01', 140_000), payment('2026-05-04', 90_000), charge(today, 140_000)];
    expect(judged(ledger, 190_000)).toEqual(passes);
    expect(judged(ledger, 190_000, liveInput)).toEqual(passes);
  });

  it("fails if the amount owed is one cent above the ledger's balance, and warns if it is one cent below", () => {
    const ledger = [charge('2026-06-01', 123_456)];
    expect(judged(ledger, 123_457)).toEqual(fails('The ledger totals $1,234.56, but the amount owed says $1,234.57.'));
    expect(judged(ledger, 123_455)).toEqual({
      status: 'warn',
      reason: expect.stringContaining('The ledger totals $1,234.56, but the amount owed says $1,234.55.'),
    });
  });

  it.each([undefined, []])('fails if the ledger is %j', (ledger) => {
    expect(judged(ledger, 100)).toEqual(fails('Add a ledger of charges and payments.'));
  });

  it.each([undefined, 0])('fails if the amount owed is %s', (amountOwedCents) => {
    expect(judged([charge('2026-06-01', 100)], amountOwedCents)).toEqual(fails('Say how much is owed.'));
  });

  it('fails if rows are dated in the future, and names them', () => {
    const ledger = [charge(today, 100), charge('2026-07-03', 100), payment('2027-01-01', 50)];
    expect(judged(ledger, 150)).toEqual(fails('Dates in the future: ledger[1], ledger[2].'));
  });

  it('names only the first five of many rows in the future', () => {
    const ledger = Array.from({ length: 8 }, () => charge('2026-07-03', 100));
    expect(judged(ledger, 800)?.reason).toBe(
      'Dates in the future: ledger[0], ledger[1], ledger[2], ledger[3], ledger[4] and 3 more.',
    );
  });

  it("reports a balance in the tenant's favor as a negative amount", () => {
    expect(judged([payment('2026-06-01', 500)], 100)?.reason).toBe(
      'The ledger totals -$5.00, but the amount owed says $1.00.',
    );
  });

  it('is exact to the cent even if sums exceed the safe integer range', () => {
    const most = Number.MAX_SAFE_INTEGER;
    const rows = Array.from({ length: 999 }, () => charge('2026-06-01', most));
    const ledger = [...rows, ...rows.slice(1).map(({ date }) => payment(date, most)), payment('2026-06-02', 1)];
    expect(judged(ledger, most - 1)).toEqual(passes);
    expect(judged(ledger, most)).toEqual(
      fails('The ledger totals $90,071,992,547,409.90, but the amount owed says $90,071,992,547,409.91.'),
    );
  });

  it('depends only on the sum of the rows and the amount owed', () => {
    const cents = fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }));
    const row = fc.tuple(fc.boolean(), cents).map(([isCharge, amount]) => (isCharge ? charge : payment)(today, amount));
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), cents, (ledger, owed) => {
        let total = 0n;
        for (const { type, amountCents } of ledger) total += BigInt(amountCents) * (type === 'charge' ? 1n : -1n);
        const within = BigInt(owed) === total ? 'pass' : 'warn';
        expect(judged(ledger, owed)?.status).toBe(owed === 0 || BigInt(owed) > total ? 'fail' : within);
      }),
    );
  });
});

describe('ledger_balance for other grounds', () => {
  const judged = (ledger: LedgerEntry[] | undefined, amountOwedCents: number | undefined) =>
    resultOf('ledger_balance', buildInput(buildFacts('holdover', { ledger, amountOwedCents })));

  it('warns only if both a ledger and an amount are sent and they differ', () => {
    const ledger = [charge('2026-06-01', 500)];
    for (const [rows, owed] of [
      [undefined, undefined],
      [ledger, undefined],
      [undefined, 500],
      [ledger, 500],
    ] as const) {
      expect(judged(rows && [...rows], owed)).toEqual(notApplicable);
    }
    const reason = 'The ledger totals $5.00, but the amount owed says $6.00.';
    expect(judged(ledger, 600)).toEqual(warns(reason));
  });
});

describe('ledger_rent_only', () => {
  const judged = (memo: string | undefined) => {
    const ledger = [charge('2026-06-01', 100, 'Rent June'), charge('2026-06-02', 100, memo)];
    return resultOf('ledger_rent_only', buildInput(buildFacts('nonpayment', { ledger, amountOwedCents: 200 })));
  };

  const others = [
    'Late fee; FEES; late_fee; Utilities; utility; Deposit; damages; Damage: door; Late charge; LATE',
    "NSF; Returned check; Court costs; Filing costs; Legal; Interest; Penalties; Attorney's costs",
    'Water; Electric; Gas June; Sewer; Trash; LateCharge; RTN check; Bank charge; Sheriff; Summons',
    'Repair of door; Parking',
  ].flatMap((memos) => memos.split('; '));

  it.each(others)('warns about a charge with the memo %j, and names its row', (memo) => {
    const reason = 'Many states allow only rent in the demand; the attorney decides on ledger[1].';
    expect(judged(memo)).toEqual(warns(reason));
  });

  const rents = 'Rent July; Coffee machine rent; Feeling; undamaged; Slate; Translated; costume; Rent, 12 Court Street';

  it.each([undefined, ...rents.split('; '), 'Rent, 12 Water Street', 'Rent, paid late'])(
    'passes a charge with the memo %j',
    (memo) => {
      expect(judged(memo)).toEqual(passes);
    },
  );

  it('ignores the memos of payments', () => {
    const ledger = [charge('2026-06-01', 100, 'Rent'), payment('2026-06-02', 50, 'Late fee')];
    expect(resultOf('ledger_rent_only', buildInput(buildFacts('nonpayment', { ledger })))).toEqual(passes);
  });

  it('warns about a charge above the monthly rent, in addition to any other warning', () => {
    const above = (ledger: LedgerEntry[], monthlyRentCents: number | undefined = 140_000) =>
      resultOf('ledger_rent_only', buildInput(buildFacts('nonpayment', { ledger, lease: { monthlyRentCents } })));
    expect(above([charge('2026-06-01', 140_000)])).toEqual(passes);
    expect(above([payment('2026-06-01', 140_001)])).toEqual(passes);
    expect(above([charge('2026-06-01', 140_001)], 0)).toEqual(passes);
    expect(above([charge('2026-06-01', 140_001), charge('2026-06-02', 5, 'Late fee')])).toEqual(
      warns(
        'Many states allow only rent in the demand; the attorney decides on ledger[1]. Charges above the monthly rent of $1,400.00: ledger[0]. The attorney decides.',
      ),
    );
  });

  it("passes without a ledger, and doesn't apply to a holdover", () => {
    expect(resultOf('ledger_rent_only', buildInput(buildFacts('nonpayment', { ledger: undefined })))).toEqual(passes);
    const ledger = [charge('2026-06-01', 100, 'Late fee')];
    expect(resultOf('ledger_rent_only', buildInput(buildFacts('holdover', { ledger })))).toEqual(notApplicable);
  });
});
