import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The name of the project whose tests mostly wait for processes to start, stop and recover. */
const faults = 'faults';
/** A small file that takes two minutes. Started last, it would run alone at the end. */
const longest = 'test/e2e/reliability/releases.test.ts';

/**
 * Spreads the files of the project `faults` evenly among the others of its group, so that the processor has other tests
 * to run while they wait. Otherwise, the order is vitest's: the longest first.
 */
export class SpreadFaults extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isFault = ({ project }: TestSpecification) => project.name === faults;
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith(longest);
    const group = sorted.find(isFault)?.project.config.sequence.groupOrder;
    const inGroup = sorted.filter(({ project }) => project.config.sequence.groupOrder === group);
    const waiting = inGroup.filter(isFault).sort((a, b) => Number(isLongest(b)) - Number(isLongest(a)));
    const others = inGroup.filter((file) => !isFault(file));
    // Each file's place in its own list, as a share of the list.
    const placed = [waiting, others].flatMap((list) => list.map((file, index) => ({ file, at: index / list.length })));
    const spread = placed.sort((a, b) => a.at - b.at).map(({ file }) => file);
    return [...sorted.filter((file) => !inGroup.includes(file)), ...spread];
  }
}
