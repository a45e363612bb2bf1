/** The command line against a deployment: it is reached by DATABASE_URL and TEMPORAL_ADDRESS. */
import { runOps } from './cli.ts';

process.exit(await runOps(process.argv.slice(2), { environment: async () => process.env }));
