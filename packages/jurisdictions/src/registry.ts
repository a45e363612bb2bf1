import type { DocumentSpec, EntryPoint, Ground, RulePack, StateRow, StatesPack } from './pack.ts';
import { rulePacks, usPack } from './packs/index.ts';

export function documentsOf({ notices, filing, proofs }: RulePack): DocumentSpec[] {
  return [...Object.values(notices).map(({ document }) => document), ...filing, ...Object.values(proofs)];
}

/** Returns a document by its id. Throws if the pack doesn't have it. */
export function documentOf(pack: RulePack, specId: string): DocumentSpec {
  const found = documentsOf(pack).find(({ id }) => id === specId);
  if (!found) throw new Error(`rule pack ${pack.id} ${pack.version} has no document ${specId}`);
  return found;
}

/** Returns the name and section of the court action for possession, as papers and the API show them. */
export function actionOf({ action: { name, citation } }: RulePack): string {
  return `${name} (${citation})`;
}

/** Returns the newest rule pack for that state. Undefined if there is none, so an attorney decides. */
export function newestPack(stateCode: string): RulePack | undefined {
  const code = stateCode.toUpperCase();
  return rulePacks.findLast((pack) => pack.stateCode === code);
}

/**
 * Returns the rule pack that a case recorded when it was submitted. Throws for a version that this build doesn't
 * include.
 */
export function packByVersion(id: string, version: string): RulePack {
  const found = rulePacks.find((pack) => pack.id === id && pack.version === version);
  if (!found) throw new Error(`rule pack ${id} ${version} is not part of this build`);
  return found;
}

/** Returns the versions that a case records when it is submitted, so that its rules and documents stay the same. */
export function packVersions(
  pack: RulePack,
  entryPoint: EntryPoint,
  ground: Ground,
): { jurisdiction: string; rules: string; notice: string | null; filing: string } {
  const [filing] = pack.filing;
  if (!filing) throw new Error(`rule pack ${pack.id} ${pack.version} has no filing`);
  return {
    jurisdiction: pack.id,
    rules: pack.version,
    notice: entryPoint === 'notice' ? pack.notices[ground].document.id : null,
    filing: filing.id,
  };
}

/** Whether the code is one of the fifty states or DC, in upper or lower case. */
export function isUsState(code: string): boolean {
  return usState(code) !== undefined;
}

export function usState(code: string): StateRow | undefined {
  const capitals = code.toUpperCase();
  return usPack.states.find((state) => state.code === capitals);
}

/** Whether ending a tenancy at the end of its term may require a legal reason. */
export function mayNeedJustCause(stateCode: string): boolean {
  const capitals = stateCode.toUpperCase();
  return usPack.justCause.some(({ state }) => state === capitals);
}

/** Returns the rule that makes attorneys in that state ask for a rental license. Undefined if none is known. */
export function licenseAsk(stateCode: string): StatesPack['localAsks'][number] | undefined {
  const capitals = stateCode.toUpperCase();
  return usPack.localAsks.find(({ state, namesLicense }) => state === capitals && namesLicense === true);
}
