import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Spreads the journeys in a browser evenly over the run: they need the processor, while the longest of the other tests
 * mostly wait. Otherwise, vitest's order holds: the longest files first.
 */
export class SpreadJourneys extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const placed = sorted.map((file) => {
      const alike = sorted.filter((other) => kindOf(other) === kindOf(file));
      return { file, place: alike.indexOf(file) / alike.length };
    });
    return placed.sort((a, b) => a.place - b.place).map(({ file }) => file);
  }
}

function kindOf({ project, moduleId }: TestSpecification): string {
  return moduleId.includes('/test/browser/') ? 'journey' : project.name;
}
