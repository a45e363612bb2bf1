import type { DocumentSpec, EntryPoint, Ground, RulePack, StateRow, StatesPack } from './pack.ts';
import { rulePacks, usPack } from './packs/index.ts';

/** Every document of a pack. */
export function documentsOf({ notices, filing, proofs }: RulePack): DocumentSpec[] {
  return [...Object.values(notices).map(({ document }) => document), ...filing, ...Object.values(proofs)];
}

/** A document by its id. Throws for one that the pack does not have. */
export function documentOf(pack: RulePack, specId: string): DocumentSpec {
  const found = documentsOf(pack).find(({ id }) => id === specId);
  if (!found) throw new Error(`rule pack ${pack.id} ${pack.version} has no document ${specId}`);
  return found;
}

/** The court action for possession with its section, as papers and the interface print it. */
export function actionOf({ action: { name, citation } }: RulePack): string {
  return `${name} (${citation})`;
}

/** The rules for new cases in that state; undefined where an attorney decides. */
export function newestPack(stateCode: string): RulePack | undefined {
  const code = stateCode.toUpperCase();
  return rulePacks.findLast((pack) => pack.stateCode === code);
}

/** The rules of an open case. Throws for a version that this build does not include. */
export function packByVersion(id: string, version: string): RulePack {
  const found = rulePacks.find((pack) => pack.id === id && pack.version === version);
  if (!found) throw new Error(`rule pack ${id} ${version} is not part of this build`);
  return found;
}

/** The versions that a case records at submit, so that it keeps its rules and its documents. */
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

/** True for the fifty states and DC, in either case. */
export function isUsState(code: string): boolean {
  return usState(code) !== undefined;
}

export function usState(code: string): StateRow | undefined {
  const capitals = code.toUpperCase();
  return usPack.states.find((state) => state.code === capitals);
}

/** Whether ending a tenancy at its term may need a legal reason. */
export function mayNeedJustCause(stateCode: string): boolean {
  const capitals = stateCode.toUpperCase();
  return usPack.justCause.some(({ state }) => state === capitals);
}

/** Why attorneys of that state ask for a rental license; undefined where none is known to. */
export function licenseAsk(stateCode: string): StatesPack['localAsks'][number] | undefined {
  const capitals = stateCode.toUpperCase();
  return usPack.localAsks.find(({ state, namesLicense }) => state === capitals && namesLicense === true);
}
