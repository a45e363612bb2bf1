import { measured as processes } from '../cpu.ts';
import { requests } from '../open-cases/latency.ts';
import type { Sample } from '../open-cases/sample.ts';
import { upkeep } from '../open-cases/upkeep-table.ts';
import {
  bloat,
  cacheShare,
  diskReserve,
  leastMemoryGb,
  type Measured,
  nodeShare,
  type Plan,
  planFor,
  type Workload,
  workload,
} from './model.ts';
import { prices } from './prices.ts';

/** The same at ten times the load. */
const tenfold: Workload = {
  ...workload,
  openCases: 10 * workload.openCases,
  eventsPerDay: 10 * workload.eventsPerDay,
};

/** The generated part of docs/scale.md. */
export function scaleDocument(measured: Measured): string {
  const [one, ten] = [planFor(measured, workload), planFor(measured, tenfold)];
  return [
    '## Measured',
    `One stack on 2 shared cores with everything on them, up to ${number(measured.samples.at(-1)?.cases ?? Number.NaN)} open cases (\`npm run bench -- --only open-cases\`), ${dayOf(measured.samples.at(-1)?.at)}. They are of 20 organizations, created and submitted over HTTP, 12 at once; every tenth is in its notice period. Each has its events and its notice. Commands and reads are one at a time, with nothing else on the stack; beyond 500 open cases an old one is replayed, because the worker keeps the last 500.`,
    samplesTable(measured.samples),
    `One case, \`npm run bench -- --only case-costs\`, ${dayOf(measured.costs.measuredAt)}: ${measured.costs.eventsOfCase} events, ${measured.costs.documentsOfCase} documents, ${measured.costs.historyEvents} events of history (${kib(measured.costs.historyBytes)}). CPU time with all children; PostgreSQL serves both databases.`,
    costsTable(measured),
    `One execution, a case or a delivery, takes ${kib(measured.costs.visibilityRowBytes)} in Temporal's visibility with all of its indexes.`,
    '## Computed',
    `From these costs, by \`test/bench/scale/model.ts\`. Assumed, not measured: a live case takes what a case of the sandbox takes; an open case is halfway to its end; the work of PostgreSQL is half the service's and half Temporal's; the busiest minute is ${workload.peak} times the average of a day; ${workload.readsPerEvent} reads and ${workload.endpointsPerOrganization} webhook for each event; ${workload.uploads} uploads of ${workload.uploadBytes / 1e6} MB for each case; ${workload.testShare * 100} % of the cases are of the sandbox; processors half busy at the peak; ${cacheShare * 100} % of the memory of a database server for pages and ${nodeShare * 100} % of a node for processes, of which each takes ${leastMemoryGb} GB at least; Temporal's nodes by their processors alone; disks ${diskReserve} times as large as what is on them; one transaction a second for each shard of Temporal, which takes many more; tables and indexes ${bloat} times as large as their rows.`,
    plansTable([one, ten]),
    tablesText(one),
    `**Cost of a month**, in the third year, at list prices of AWS us-east-1 as known in ${prices.knownIn}, on demand, without monitoring, support and taxes:`,
    costTable([one, ten]),
  ].join('\n\n');
}

function samplesTable(samples: readonly Sample[]): string {
  const row = (name: string, of: (sample: Sample) => string) => [name, ...samples.map(of)];
  return table([
    row('Open cases', ({ cases }) => number(cases)),
    row('opened in a minute', ({ opened }) => number(opened.perMinute)),
    ...processes.map((name) => row(`memory of ${name}`, ({ memoryMiB }) => `${number(memoryMiB[name])} MiB`)),
    row('database of the service', ({ bytes }) => gigabytes(bytes.service / 1e9)),
    row('databases of Temporal', ({ bytes }) => gigabytes((bytes.temporal + bytes.visibility) / 1e9)),
    ...requests.map((name) =>
      row(`${name}, p50 and p99`, ({ latencies }) => `${ms(latencies[name].p50)}, ${ms(latencies[name].p99)}`),
    ),
    ...upkeep.map((name) => row(name, ({ upkeepMs }) => ms(upkeepMs[name]))),
    row(
      'at rest, of a core',
      ({ atRest }) =>
        `${Object.values(atRest.cpuPercent)
          .reduce((sum, one) => sum + one)
          .toFixed(1)} %`,
    ),
  ]);
}

function costsTable({ costs }: Measured): string {
  const phases = {
    create: costs.create,
    submit: costs.submit,
    'submitted to closed': costs.close,
    'the same with a webhook': costs.closeWithEndpoint,
    'read of a case': costs.readCase,
    'read of a list': costs.readList,
  };
  return table([
    ['One', ...processes, 'rows', 'documents', 'Temporal', 'journal'],
    ...Object.entries(phases).map(([name, { cpuMs, bytes }]) => [
      name,
      ...processes.map((process) => ms(cpuMs[process])),
      kib(bytes.rows),
      kib(bytes.documents),
      kib(bytes.temporal),
      kib(bytes.journal),
    ]),
  ]);
}

function plansTable(plans: readonly Plan[]): string {
  const row = (name: string, of: (plan: Plan) => string) => [name, ...plans.map(of)];
  return table([
    row('Open cases', ({ newCasesPerDay, openDays }) => number(newCasesPerDay * openDays)),
    row(
      'events a day; in the busiest second',
      ({ deliveriesPerDay, peakEventsPerSecond }) => `${number(deliveriesPerDay)}; ${peakEventsPerSecond.toFixed(0)}`,
    ),
    row(
      'new cases a day, each open for',
      ({ newCasesPerDay, openDays }) => `${number(newCasesPerDay)}, ${openDays.toFixed(0)} days`,
    ),
    row('reads in the busiest second', ({ readsPerSecond }) => number(readsPerSecond)),
    ...processes.map((name) => row(`cores of ${name} at the peak`, ({ peakCores }) => peakCores[name].toFixed(1))),
    row(
      'gateways: public, customer, attorney; website',
      ({ processes: count }) =>
        `${count['public gateway']}, ${count['customer gateway']}, ${count['attorney gateway']}; ${count.website}`,
    ),
    row('case workers, outbox workers', ({ processes: count }) => `${count['case worker']}, ${count['outbox worker']}`),
    row('connections of the service, at most', ({ connections }) => number(connections.service)),
    row('connections of Temporal, at most', ({ connections }) => number(connections.temporal)),
    row('transactions of Temporal in the busiest second', ({ temporal }) => number(temporal.transactionsPerSecond)),
    row('shards of Temporal', ({ temporal }) => number(temporal.shards)),
    row('Temporal: open cases', ({ temporal }) => gigabytes(temporal.openGb)),
    row('Temporal: 90 days of closed cases and deliveries', ({ temporal }) => gigabytes(temporal.closedGb)),
    row('Temporal: visibility', ({ temporal }) => gigabytes(temporal.visibilityGb)),
    row('service: 90 days of deliveries', ({ deliveryRowsGb }) => gigabytes(deliveryRowsGb)),
    ...[1, 3, 6, 10].map((years) =>
      row(`service: rows after ${years} ${years === 1 ? 'year' : 'years'}`, ({ sizes }) =>
        gigabytes(sizes.find((size) => size.years === years)?.rowsGb ?? Number.NaN),
      ),
    ),
    ...[1, 3, 6].map((years) =>
      row(`S3: documents after ${years} ${years === 1 ? 'year' : 'years'}`, ({ sizes }) =>
        gigabytes(sizes.find((size) => size.years === years)?.documentsGb ?? Number.NaN),
      ),
    ),
    row(
      'open cases, to fit into memory: service, Temporal',
      ({ openGb }) => `${gigabytes(openGb.service)}, ${gigabytes(openGb.temporal)}`,
    ),
    row('journal a day', ({ journalGbPerDay }) => gigabytes(journalGbPerDay)),
    row('a round of the reconciler', ({ reconcileMinutes }) => `${reconcileMinutes.toFixed(0)} minutes`),
    row('PostgreSQL of the service, each with a standby', ({ servers }) => serverText(servers.service)),
    row('PostgreSQL of Temporal, each with a standby', ({ servers }) => serverText(servers.temporal)),
    row(`nodes of ${prices.node.cores} cores and ${prices.node.memoryGb} GB`, ({ nodes }) => number(nodes)),
  ]);
}

function tablesText({ sizes }: Plan): string {
  const year6 = sizes.find(({ years }) => years === 6);
  const largest = (year6?.tables ?? []).map(({ name, gb }) => `\`${name}\` ${gigabytes(gb)}`).join(', ');
  return `Retention keeps live cases for six years and erases them then, and those of the sandbox after 90 days; deliveries go after 90 days, mails and idempotency keys after 30. So the size stands still from the seventh year on, but for the shells of live cases. The largest tables of the service then, of 1,000,000 open cases and all that are kept: ${largest}.`;
}

function costTable(plans: readonly Plan[]): string {
  const [one, ten] = plans;
  const total = (plan: Plan | undefined) => plan?.cost.reduce((sum, { dollars }) => sum + dollars, 0) ?? Number.NaN;
  return table([
    ['For', '1,000,000 open cases', 'For', '10,000,000'],
    ...(one?.cost ?? []).map(({ what, dollars }, index) => [
      what,
      dollarsText(dollars),
      ten?.cost[index]?.what ?? '',
      dollarsText(ten?.cost[index]?.dollars ?? Number.NaN),
    ]),
    ['**together**', `**${dollarsText(total(one))}**`, '', `**${dollarsText(total(ten))}**`],
    [
      `Temporal Cloud in place of its servers: ${millions(one)} actions`,
      dollarsText(one?.temporalCloud.dollars ?? Number.NaN),
      `${millions(ten)} actions`,
      dollarsText(ten?.temporalCloud.dollars ?? Number.NaN),
    ],
  ]);
}

function millions(plan: Plan | undefined): string {
  return `${((plan?.temporalCloud.actionsPerMonth ?? Number.NaN) / 1e6).toFixed(0)} million`;
}

function serverText({ kind, count }: Plan['servers']['service']): string {
  return `${count === 1 ? '' : `${count} × `}${kind.name}: ${kind.cores} cores, ${kind.memoryGb} GB`;
}

function dayOf(at: string | undefined): string {
  return at === undefined ? '' : new Date(at).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}

const number = (value: number) => Math.round(value).toLocaleString('en-US');
const ms = (value: number) => `${value < 10 ? value.toFixed(1) : number(value)} ms`;
const kib = (bytes: number) => `${(bytes / 1024).toFixed(bytes < 10_240 ? 1 : 0)} KiB`;
function gigabytes(gb: number): string {
  if (gb >= 1000) return `${(gb / 1000).toFixed(1)} TB`;
  return gb >= 1 ? `${gb.toFixed(gb < 10 ? 1 : 0)} GB` : `${(gb * 1000).toFixed(0)} MB`;
}
const dollarsText = (value: number) => `$${number(value)}`;

/** As oxfmt writes it: padded columns. */
function table(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body.map(line)].join('\n');
}
