/** Writes the bundled workflow code to a file: `node bundle.ts <file>`. */
import { writeWorkflowBundle } from '../../services/case-worker/src/bundle.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: node bundle.ts <file>');
await writeWorkflowBundle(file);
