import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { type JavaArchive, javaArchive } from '@evict/local/java';

/** veraPDF is licensed under GPL 3 or MPL 2. It is only used here, and never shipped. */
const verapdf: JavaArchive = {
  artifact: 'org.verapdf.apps:greenfield-apps:1.28.2',
  sha256: '687d4d8bcfec48c9f7e931cf78ed061f1eeccfba55d4cdc000ba9b4d8aa46ce6',
};
const commandLine = 'org.verapdf.apps.GreenfieldCliWrapper';

/** A rule of PDF/UA-1 that a paper breaks. */
export interface Broken {
  /** The name of the file without its extension. */
  readonly paper: string;
  readonly rule: string;
}

/** The part of veraPDF's report that is used here. */
interface Report {
  report: {
    jobs: {
      itemDetails: { name: string };
      /** This is missing for a file that can't be parsed. */
      validationResult?: {
        details: { ruleSummaries: { clause: string; testNumber: number; description: string }[] };
      }[];
    }[];
  };
}

/** Validates the PDF files of a folder. Throws CannotStart without Java and Maven. Rejects if a file is not a PDF. */
export async function brokenRules(folder: string, env: NodeJS.ProcessEnv): Promise<Broken[]> {
  const archive = await javaArchive(verapdf, env);
  const options = ['--flavour', 'ua1', '--format', 'json', '--loglevel', '1'];
  const output = await outputOf('java', ['-cp', archive, commandLine, ...options, folder], env);
  const { jobs } = (JSON.parse(output) as Report).report;
  return jobs.flatMap(({ itemDetails, validationResult }) => {
    const paper = basename(itemDetails.name, '.pdf');
    if (!validationResult) throw new Error(`veraPDF cannot read ${paper}`);
    const broken = validationResult.flatMap(({ details }) => details.ruleSummaries);
    return broken.map(({ clause, testNumber, description }) => ({
      paper,
      rule: `${clause}, test ${testNumber}: ${description}`,
    }));
  });
}

/** Resolves to the program's output, even if it exits with 1, because that means it has found broken rules. */
function outputOf(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { env, maxBuffer: 2 ** 28 }, (error, stdout) => {
      if (error && error.code !== 1) reject(error);
      else resolve(stdout);
    });
  });
}
