import { readText } from './files.ts';

interface Instruction {
  name: string;
  text: string;
}

/** A stage: the lines from one FROM to the next. */
export interface Stage {
  from: string;
  name: string;
  instructions: Instruction[];
}

/** The stages of the Dockerfile; the last is the image. */
export function readStages(text = readText('deploy/images/Dockerfile')): Stage[] {
  const stages: Stage[] = [];
  for (const { name, text: rest } of readInstructions(text)) {
    if (name === 'FROM') {
      const [from = '', , as = ''] = rest.split(/\s+/);
      stages.push({ from, name: as, instructions: [] });
    } else {
      stages.at(-1)?.instructions.push({ name, text: rest });
    }
  }
  return stages;
}

/** The environment of its processes. */
export function environmentOf({ instructions }: Stage): Record<string, string> {
  const pairs = instructions.filter(({ name }) => name === 'ENV').flatMap(({ text }) => text.split(/\s+/));
  return Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s, 2)));
}

function readInstructions(text: string): Instruction[] {
  const joined = text.replace(/^\s*#.*\n/gm, '').replace(/\\\n\s*/g, '');
  return joined
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? [];
      return { name: name.toUpperCase(), text: rest };
    });
}
