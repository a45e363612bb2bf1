import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A small file that takes two minutes. Started last, it would run alone at the end. */
const longest = 'test/e2e/reliability/releases.test.ts';

/**
 * Spreads the files of each kind evenly over the run. Tests in a browser need the processor, while tests of faults and
 * timers mostly wait, so together they take less time than one kind after the other. Within a kind, vitest's order
 * holds: the longest files first.
 */
export class SpreadKinds extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const placed = sorted.map((file) => {
      const kind = sorted.filter((other) => kindOf(other) === kindOf(file));
      return { file, place: file.moduleId.endsWith(longest) ? 0 : kind.indexOf(file) / kind.length };
    });
    // Unit tests still run first, because vitest separates the groups of projects.
    return placed.sort((a, b) => a.place - b.place).map(({ file }) => file);
  }
}

function kindOf({ project, moduleId }: TestSpecification): string {
  return moduleId.includes('/test/browser/') ? 'browser' : project.name;
}
