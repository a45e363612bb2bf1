import { expect } from 'vitest';
import type { CaseFacts, Ground } from '../src/facts.ts';
import type { GateInput, GateResult } from '../src/gates/gate.ts';
import { evaluateGates } from '../src/gates/evaluate.ts';

/** The day on which the gates check every built case. */
export const today = '2026-07-02';

/** Returns sandbox facts that pass every gate without a warning, for a case that starts with a notice. */
export function buildFacts(ground: Ground, change: Partial<CaseFacts> = {}): CaseFacts {
  return {
    ground,
    entryPoint: 'notice',
    property: {
      line1: '12 Sandbox Way',
      city: 'Testville',
      county: 'Example',
      state: 'ZZ',
      zip: '00001',
      ownerOfRecord: 'Robin Owner',
    },
    parties: [
      { role: 'plaintiff', name: 'Robin Owner' },
      { role: 'defendant', name: 'Terry Tenant' },
    ],
    lease: { startDate: '2025-06-01', endDate: '2026-05-31', monthlyRentCents: 140_000 },
    attestations: {
      authority: true,
      notRetaliatory: true,
      notDiscriminatory: true,
      caresCovered: false,
      subsidized: false,
      servicemember: 'no',
    },
    ...(ground === 'nonpayment' && { ledger: [charge('2026-06-01', 140_000)], amountOwedCents: 140_000 }),
    ...(ground === 'lease_violation' && {
      violation: { description: 'Keeps a horse in the kitchen.', date: '2026-06-20' },
    }),
    ...change,
  };
}

/**
 * Returns sandbox facts that pass every gate without a warning, for a case that starts with a filing because its notice
 * was already served. `buildInput` adds the documents.
 */
export function buildFilingFacts(ground: Ground, change: Partial<CaseFacts> = {}): CaseFacts {
  const priorNotice = { servedDate: '2026-05-01', method: 'personal', periodDays: 30 } as const;
  return buildFacts(ground, { entryPoint: 'filing', priorNotice, ...change });
}

/** Returns the gates' input for a sandbox case today, with every document that a filing needs. */
export function buildInput(facts: CaseFacts, change: Partial<GateInput> = {}): GateInput {
  return {
    mode: 'test',
    facts,
    documentPurposes: facts.entryPoint === 'filing' ? ['prior_notice', 'prior_notice_proof'] : [],
    today: { utc: today, elapsed: today },
    ...change,
  };
}

/** Returns the gates' input for a live case with these facts, in a state without local requirements. */
export function liveInput(facts: CaseFacts, change: Partial<GateInput> = {}): GateInput {
  const state = facts.property.state === 'ZZ' ? 'VA' : facts.property.state;
  return buildInput({ ...facts, property: { ...facts.property, state } }, { mode: 'live', ...change });
}

/** Returns the result of a gate without its name, or undefined if the gate isn't listed. */
export function resultOf(gate: string, input: GateInput): Omit<GateResult, 'gate'> | undefined {
  const found = evaluateGates(input).results.find((result) => result.gate === gate);
  if (!found) return undefined;
  const { gate: _, ...result } = found;
  return result;
}

export function charge(date: string, amountCents: number, memo?: string): NonNullable<CaseFacts['ledger']>[number] {
  return { date, type: 'charge', amountCents, memo };
}

export function payment(date: string, amountCents: number, memo?: string): NonNullable<CaseFacts['ledger']>[number] {
  return { date, type: 'payment', amountCents, memo };
}

/** The expected results of a gate. A reason is a whole string or a pattern. */
export const passes = { status: 'pass' } as const;
export const notApplicable = { status: 'not_applicable' } as const;
export const fails = (reason: string | RegExp) => ({ status: 'fail', reason: reasonOf(reason) });
export const warns = (reason: string | RegExp) => ({ status: 'warn', reason: reasonOf(reason) });

function reasonOf(reason: string | RegExp): string {
  return typeof reason === 'string' ? reason : (expect.stringMatching(reason) as string);
}
