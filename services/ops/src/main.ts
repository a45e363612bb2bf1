/** The command line against a deployment: it is reached by DATABASE_URL and TEMPORAL_ADDRESS. */
import { runOps } from './cli.ts';

// Containers run as one user, whoever starts them.
const isOfOnePerson = process.env['NODE_ENV'] !== 'production';
process.exit(await runOps(process.argv.slice(2), { environment: async () => process.env, isOfOnePerson }));
