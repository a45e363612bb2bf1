import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A small file that takes two minutes. Started last, it would run alone at the end. */
const longest = 'test/e2e/reliability/releases.test.ts';

/**
 * Starts with the files that need a process of their own, because vitest ends a shared process as soon as the next file
 * is one of those. After them, it spreads the journeys in a browser evenly over the run: they need the processor, while
 * the longest of the other tests mostly wait. Otherwise, vitest's order holds: the longest files first.
 */
export class SpreadJourneys extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const placed = sorted.map((file) => {
      const alike = sorted.filter((other) => kindOf(other) === kindOf(file));
      return { file, place: rankOf(file) + alike.indexOf(file) / alike.length };
    });
    return placed.sort((a, b) => a.place - b.place).map(({ file }) => file);
  }
}

function kindOf({ project, moduleId }: TestSpecification): string {
  return moduleId.includes('/test/browser/') ? 'journey' : project.name;
}

/** The files of a lower rank run first. */
function rankOf({ project, moduleId }: TestSpecification): number {
  if (moduleId.endsWith(longest)) return 0;
  return project.config.isolate ? 1 : 2;
}
