import { listChainedCases } from './chain-rows.ts';
import type { Head } from './heads.ts';
import { type Counts, type Evidence, nothing, type Verified, verifyCase } from './verify-case.ts';

/** What was found of all cases and audits. */
export interface VerifiedAll extends Counts {
  cases: number;
  /** Whose audits were verified. */
  organizations: number;
  /** Cases and audits with a fault. */
  broken: number;
  /** The first thousand faults. */
  faults: string[];
}

const casesAtOnce = 200;
const maxFaults = 1000;

/**
 * Verifies every case, every audit and every chain, one after the other, in the order of their ids. Memory does not grow with their
 * number. `onHead` gets the end of every chain that holds.
 */
export async function verifyAllCases(
  evidence: Evidence,
  onHead: (head: Head) => Promise<void> | void = () => {},
): Promise<VerifiedAll> {
  const all: VerifiedAll = { cases: 0, organizations: 0, ...nothing, broken: 0, faults: [] };
  for (let after = ''; ;) {
    const ids = await listChainedCases(evidence.store, after, casesAtOnce);
    for (const id of ids) {
      const found = await verifyCase(evidence, id);
      if (!found) continue; // deleted meanwhile
      add(all, found);
      if (found.head && found.faults.length === 0) await onHead({ caseId: id, ...found.head });
    }
    after = ids.at(-1) ?? '';
    if (ids.length < casesAtOnce) return all;
  }
}

function add(all: VerifiedAll, found: Verified): void {
  if (found.caseId.startsWith('org_')) all.organizations += 1;
  else all.cases += 1;
  for (const name of Object.keys(nothing) as (keyof Counts)[]) all[name] += found[name];
  if (found.faults.length === 0) return;
  all.broken += 1;
  const room = maxFaults - all.faults.length;
  all.faults.push(...found.faults.slice(0, room).map((fault) => `${found.caseId}: ${fault}`));
}
