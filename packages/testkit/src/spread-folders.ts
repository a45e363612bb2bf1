import { dirname } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Spreads the files of each folder evenly over the run, the longest first. Journeys in a browser need the processor,
 * while tests of faults mostly wait, so the processor is busy all the time only if they run beside each other. Even the
 * shortest file of a small folder may be long, so a small folder ends earlier.
 */
export class SpreadFolders extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const placed = sorted.map((file) => {
      const alike = sorted.filter((other) => dirname(other.moduleId) === dirname(file.moduleId));
      return { file, place: alike.indexOf(file) / (alike.length + 2) };
    });
    return placed.sort((a, b) => a.place - b.place).map(({ file }) => file);
  }
}
