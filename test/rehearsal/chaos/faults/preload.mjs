/**
 * NODE_OPTIONS loads this module into every process of a chaos run's stack, before its program, so the programs need no
 * code for faults. It names the moments before and after every durable operation, so that the run can kill the process
 * at one of them. It is plain JavaScript, because it runs before TypeScript is loaded.
 *
 * CRASH_AT is a folder. A file in `armed` with the name of a moment makes the first process that reaches the moment end
 * with SIGKILL. A file in `seen` records that a moment was reached.
 */
import { existsSync, unlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

const folder = process.env['CRASH_AT'];
const program = process.argv[1] ?? '';
/** The folder name of the service. Child processes run other programs, and have none. */
const role = basename(program) === 'main.ts' ? basename(dirname(dirname(program))) : '';

if (folder && role !== '') {
  nameDatabaseSteps();
  nameTemporalSteps();
  if (role.endsWith('-worker')) nameContinueAsNew();
}

/**
 * Names the database steps. A transaction is one step, at its commit. A statement that writes outside a transaction is
 * a step, too.
 */
function nameDatabaseSteps() {
  const { prototype } = requireFrom('../../../../packages/store/package.json', 'pg').Client;
  const { query } = prototype;
  /** The tables that each connection has written in its open transaction. */
  const open = new WeakMap();

  function stepOf(client, text) {
    const written = [...text.matchAll(/\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+(?:"?public"?\.)?"(\w+)"/g)].map(
      ([, table]) => table,
    );
    const transaction = open.get(client);
    if (/^\s*BEGIN/i.test(text)) open.set(client, new Set());
    else if (/^\s*(COMMIT|ROLLBACK)\b(?! TO)/i.test(text)) {
      open.delete(client);
      if (transaction?.size > 0 && /COMMIT/i.test(text))
        return `commit of ${[...transaction].toSorted(byName).join('+')}`;
    } else if (transaction) written.forEach((table) => transaction.add(table));
    else if (written.length > 0) return `write of ${[...new Set(written)].toSorted(byName).join('+')}`;
    return null;
  }

  prototype.query = function namedQuery(...args) {
    const text = typeof args[0] === 'string' ? args[0] : (args[0]?.text ?? '');
    const step = stepOf(this, text);
    if (step === null) return query.apply(this, args);
    reach(`before ${step}`);
    if (typeof args[0].submit === 'function') {
      const { callback } = args[0];
      args[0].callback = (error, result) => {
        if (!error) reach(`after ${step}`);
        callback(error, result);
      };
      return query.apply(this, args);
    }
    const last = args.at(-1);
    if (typeof last !== 'function') return query.apply(this, args).then((result) => (reach(`after ${step}`), result));
    args[args.length - 1] = (error, result) => {
      if (!error) reach(`after ${step}`);
      last(error, result);
    };
    return query.apply(this, args);
  };
}

/** Names the calls whose effect Temporal stores. */
function nameTemporalSteps() {
  const client = requireFrom('../../../../packages/temporal/package.json', '@temporalio/client', 'resolve');
  const { prototype } = requireFrom(client, '@grpc/grpc-js').Client;
  const { makeUnaryRequest } = prototype;
  const lasting = /^(Start|Execute|Update|Signal|RequestCancel)\w+$/;

  prototype.makeUnaryRequest = function namedRequest(method, ...args) {
    const name = basename(method);
    if (!lasting.test(name)) return makeUnaryRequest.call(this, method, ...args);
    reach(`before ${name}`);
    const last = args.at(-1);
    args[args.length - 1] = (error, result) => {
      if (!error) reach(`after ${name}`);
      last(error, result);
    };
    return makeUnaryRequest.call(this, method, ...args);
  };
}

/** Names the moment at which a run continues as new, which is the completion of its workflow task. */
function nameContinueAsNew() {
  const worker = requireFrom('../../../../packages/temporal/package.json', '@temporalio/worker', 'resolve');
  const { native } = requireFrom(worker, '@temporalio/core-bridge');
  const { WorkflowActivationCompletion } = requireFrom(worker, '@temporalio/proto').coresdk.workflow_completion;
  const complete = native.workerCompleteWorkflowActivation;

  native.workerCompleteWorkflowActivation = async function namedCompletion(of, completion) {
    const { successful } = WorkflowActivationCompletion.decodeDelimited(completion);
    const isNew = successful?.commands?.some((command) => command.continueAsNewWorkflowExecution);
    if (isNew) reach('before continue-as-new');
    await complete(of, completion);
    if (isNew) reach('after continue-as-new');
  };
}

function requireFrom(base, name, how = 'load') {
  const require = createRequire(new URL(base, import.meta.url));
  return how === 'resolve' ? require.resolve(name) : require(name);
}

function reach(moment) {
  const file = encodeURIComponent(`${role}: ${moment}`);
  const seen = join(folder, 'seen', file);
  if (!existsSync(seen)) writeFileSync(seen, '');
  const armed = join(folder, 'armed', file);
  if (!existsSync(armed)) return;
  try {
    unlinkSync(armed);
  } catch {
    return; // another process of this program died here
  }
  process.kill(process.pid, 'SIGKILL');
}

function byName(a, b) {
  return a < b ? -1 : 1;
}
