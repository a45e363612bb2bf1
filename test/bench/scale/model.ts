import { caseRetention } from '@evict/case-model';
import type { CaseCosts } from '../case-costs.ts';
import type { CpuTimes } from '../cpu.ts';
import type { Sample } from '../open-cases/sample.ts';
import { prices } from './prices.ts';

/** The figures of a machine: what `case-costs` and `open-cases` have written. */
export interface Measured {
  costs: CaseCosts;
  samples: readonly Sample[];
}

/** The load to be carried. What is not measured is an assumption, and named as one in docs/scale.md. */
export interface Workload {
  openCases: number;
  /** That customers see, of all organizations. */
  eventsPerDay: number;
  /** The busiest minute against the average of a day. */
  peak: number;
  readsPerEvent: number;
  endpointsPerOrganization: number;
  /** Of a case. */
  uploads: number;
  uploadBytes: number;
  /** Of all cases, those of the sandbox. */
  testShare: number;
}

/** Of 1,000,000 open cases. */
export const workload: Workload = {
  openCases: 1_000_000,
  eventsPerDay: 100_000,
  peak: 10,
  readsPerEvent: 20,
  endpointsPerOrganization: 1,
  uploads: 3,
  uploadBytes: 1_000_000,
  testShare: 0.1,
};

/** The load of a processor at the peak that leaves room for the loss of one of two. */
const utilization = 0.5;
/** How much larger tables and indexes are than their rows: what updates leave until a VACUUM makes it free again. */
export const bloat = 1.4;
/** Of the memory of a database server, for pages. */
export const cacheShare = 0.75;
/** Of the memory of a node, for processes; and what a process takes at least. */
export const nodeShare = 0.7;
export const leastMemoryGb = 0.5;
/** Disks against what is on them. */
export const diskReserve = 1.3;
/** Connections that a process of the service opens at most: the default of `openStore`. */
const poolSize = 10;
/** Of one role of Temporal to each of its databases, by the defaults of its image, at most. */
const temporalPool = 20;
const temporalRoles = 4;
/** Cases in a page of the reconciler, and the pause between two. */
const reconcile = { page: 1000, pauseMs: 250 };
const gb = 1e9;
const days = { temporal: 90, webhooks: 90, mails: 30 };

interface Size {
  years: number;
  rowsGb: number;
  documentsGb: number;
  /** The largest tables of the service. */
  tables: { name: string; gb: number }[];
}

export interface Plan {
  newCasesPerDay: number;
  openDays: number;
  deliveriesPerDay: number;
  readsPerSecond: number;
  peakEventsPerSecond: number;
  /** Processor cores at the peak, by process; and of the databases of the service and of Temporal together. */
  peakCores: CpuTimes;
  reconcileMinutes: number;
  processes: Record<
    'public gateway' | 'customer gateway' | 'attorney gateway' | 'website' | 'case worker' | 'outbox worker',
    number
  >;
  connections: { service: number; temporal: number };
  temporal: { transactionsPerSecond: number; shards: number; openGb: number; closedGb: number; visibilityGb: number };
  deliveryRowsGb: number;
  sizes: Size[];
  /** What the open cases take: it is to fit into memory. */
  openGb: { service: number; temporal: number };
  journalGbPerDay: number;
  /** Primaries of that kind, each with a standby: more than one where none is large enough. */
  servers: Record<'service' | 'temporal', { kind: (typeof prices.databases)[number]; count: number }>;
  nodes: number;
  /** Dollars a month, in the third year. */
  cost: { what: string; dollars: number }[];
  /** In place of Temporal's own nodes and database. */
  temporalCloud: { actionsPerMonth: number; dollars: number };
}

/** What the load takes, from what one case, one command, one page were measured to take. */
export function planFor({ costs, samples }: Measured, load: Workload): Plan {
  const { create, submit, close, closeWithEndpoint } = costs;
  const newCasesPerDay = load.eventsPerDay / costs.eventsOfCase;
  const deliveriesPerDay = load.eventsPerDay * load.endpointsPerOrganization;
  const [eventsPerSecond, readsPerSecond] = [load.eventsPerDay, load.eventsPerDay * load.readsPerEvent].map(
    (perDay) => (perDay / 86_400) * load.peak,
  ) as [number, number];
  const peakCores = eachProcess(create.cpuMs, (name) => {
    const plain = create.cpuMs[name] + submit.cpuMs[name] + close.cpuMs[name];
    const deliveries = Math.max(0, closeWithEndpoint.cpuMs[name] - close.cpuMs[name]) * load.endpointsPerOrganization;
    const ofEvent = (plain + deliveries) / costs.eventsOfCase;
    const ofRead = (costs.readCase.cpuMs[name] + costs.readList.cpuMs[name]) / 2;
    return (eventsPerSecond * ofEvent + readsPerSecond * ofRead) / 1000;
  });
  // An open case is on average halfway between its submit and its end.
  const stored = (bytes: number) => (bytes * bloat) / gb;
  const rows = stored(create.bytes.rows + submit.bytes.rows + close.bytes.rows);
  const openRows = stored(create.bytes.rows + submit.bytes.rows + close.bytes.rows / 2);
  const openTemporal = stored(submit.bytes.temporal + close.bytes.temporal / 2) * load.openCases;
  const closedTemporal = stored(submit.bytes.temporal + close.bytes.temporal) * newCasesPerDay * days.temporal;
  const ofDelivery = (group: 'webhooks' | 'temporal') =>
    stored(Math.max(0, closeWithEndpoint.bytes[group] - close.bytes[group]) / costs.eventsOfCase);
  const deliveryTemporal = ofDelivery('temporal') * deliveriesPerDay * days.temporal;
  const executions = load.openCases + (newCasesPerDay + deliveriesPerDay) * days.temporal;
  const visibilityGb = stored(costs.visibilityRowBytes) * executions;
  const deliveryRowsGb =
    ofDelivery('webhooks') * deliveriesPerDay * days.webhooks + stored(close.bytes.mails) * newCasesPerDay * days.mails;
  const documents = (submit.bytes.documents + close.bytes.documents + load.uploads * load.uploadBytes) / gb;
  const kept = (years: number) => keptCases(newCasesPerDay, years, load.testShare);
  const sizes = [1, 3, 6, 10].map((years): Size => ({
    years,
    rowsGb: openRows * load.openCases + rows * kept(years),
    documentsGb: documents * (kept(years) + load.openCases),
    tables: Object.entries(costs.tables)
      .filter(([name]) => !name.startsWith('Blob'))
      .map(([name, bytes]) => ({ name, gb: stored(bytes) * (kept(years) + load.openCases) }))
      .toSorted((a, b) => b.gb - a.gb)
      .slice(0, 4),
  }));
  const openGb = {
    service: openRows * load.openCases,
    temporal: openTemporal + stored(costs.visibilityRowBytes) * load.openCases,
  };
  const atLeastTwo = (cores: number) => Math.max(2, Math.ceil(cores / utilization));
  const processes = {
    'public gateway': 2,
    'customer gateway': atLeastTwo(peakCores.Gateways),
    'attorney gateway': 2,
    website: 2,
    'case worker': atLeastTwo(peakCores['Case worker']),
    'outbox worker': atLeastTwo(peakCores['Outbox worker']),
  };
  const connected = sum(Object.values(processes)) - processes.website;
  const temporalProcesses = 2 * temporalRoles;
  // Each Update and each skip is one transaction of a shard, and a delivery three.
  const transactionsPerSecond =
    ((newCasesPerDay * (costs.actions.updates + costs.actions.options + costs.actions.timers) + 3 * deliveriesPerDay) /
      86_400) *
    load.peak;
  const serversFor = (cores: number, inMemoryGb: number) => {
    const fits = (kind: (typeof prices.databases)[number], count: number) =>
      count * kind.cores >= cores / utilization && count * kind.memoryGb * cacheShare >= inMemoryGb;
    for (let count = 1; ; count += 1) {
      const kind = prices.databases.find((one) => fits(one, count));
      if (kind) return { kind, count };
    }
  };
  // The measured server held the databases of both. A command is about as much work for the one as for the other.
  const servers = {
    service: serversFor(peakCores.PostgreSQL / 2, openGb.service),
    temporal: serversFor(peakCores.PostgreSQL / 2, openGb.temporal),
  };
  const last = samples.at(-1);
  const memoryGb = (name: keyof CpuTimes) => (last?.memoryMiB[name] ?? 1024) / 1024;
  const serviceMemoryGb =
    sum(Object.values(processes)) * Math.max(memoryGb('Gateways'), leastMemoryGb) +
    processes['case worker'] * memoryGb('Case worker');
  const serviceCores = peakCores['Case worker'] + peakCores['Outbox worker'] + peakCores.Gateways;
  const serviceNodes = Math.max(
    serviceMemoryGb / (prices.node.memoryGb * nodeShare),
    serviceCores / utilization / prices.node.cores,
  );
  const temporalNodes = Math.max(2, Math.ceil(peakCores.Temporal / utilization / prices.node.cores));
  const nodes = Math.max(3, Math.ceil(serviceNodes)) + temporalNodes;
  const year3 = sizes.find(({ years }) => years === 3)!;
  const journalGbPerDay =
    ((create.bytes.journal + submit.bytes.journal + closeWithEndpoint.bytes.journal) / gb) * newCasesPerDay;
  const { hoursPerMonth } = prices;
  const databases = ({ kind, count }: Plan['servers']['service']) => ({
    name: `${2 * count} × ${kind.name}`,
    dollars: 2 * count * kind.perHour * hoursPerMonth,
  });
  const [serviceServers, temporalServers] = [databases(servers.service), databases(servers.temporal)];
  const temporalGb = openTemporal + closedTemporal + deliveryTemporal + visibilityGb;
  const cost = [
    { what: `PostgreSQL of the service: ${serviceServers.name}`, dollars: serviceServers.dollars },
    {
      what: `its disks: 2 × ${Math.ceil((year3.rowsGb + deliveryRowsGb) * diskReserve)} GB`,
      dollars: 2 * Math.ceil((year3.rowsGb + deliveryRowsGb) * diskReserve) * prices.databaseGbMonth,
    },
    { what: `PostgreSQL of Temporal: ${temporalServers.name}`, dollars: temporalServers.dollars },
    {
      what: `its disks: 2 × ${Math.ceil(temporalGb * diskReserve)} GB`,
      dollars: 2 * Math.ceil(temporalGb * diskReserve) * prices.databaseGbMonth,
    },
    {
      what: `${nodes} nodes ${prices.node.name} and a cluster`,
      dollars: (nodes * prices.node.perHour + prices.clusterPerHour) * hoursPerMonth,
    },
    {
      what: 'a load balancer, two NAT gateways',
      dollars: (prices.loadBalancerPerHour + 2 * prices.natPerHour) * hoursPerMonth,
    },
    {
      what: `S3: ${Math.round(year3.documentsGb)} GB`,
      dollars:
        year3.documentsGb * prices.s3.gbMonth +
        ((newCasesPerDay * 30 * (costs.documentsOfCase + load.uploads)) / 1000) * prices.s3.perThousandPuts +
        ((newCasesPerDay * 30 * (costs.documentsOfCase + load.uploads) * 5) / 1000) * prices.s3.perThousandGets,
    },
    {
      what: 'backups in S3: documents, databases, a week of their journal',
      dollars:
        (year3.documentsGb + year3.rowsGb + deliveryRowsGb + temporalGb + 7 * journalGbPerDay) * prices.s3.gbMonth,
    },
    {
      what: 'transfer to the internet: each document five times, reads of 10 KB',
      dollars:
        30 *
        (documents * newCasesPerDay * 5 + (load.eventsPerDay * load.readsPerEvent * 10_000) / gb) *
        prices.transferPerGb,
    },
  ];
  return {
    newCasesPerDay,
    openDays: load.openCases / newCasesPerDay,
    deliveriesPerDay,
    readsPerSecond,
    peakEventsPerSecond: eventsPerSecond,
    peakCores,
    reconcileMinutes: reconcileMinutes(samples, load.openCases),
    processes,
    connections: {
      service: connected * poolSize,
      temporal: temporalProcesses * temporalPool * 2,
    },
    temporal: {
      transactionsPerSecond,
      shards: Math.max(512, 2 ** Math.ceil(Math.log2(transactionsPerSecond))),
      openGb: openTemporal,
      closedGb: closedTemporal + deliveryTemporal,
      visibilityGb,
    },
    deliveryRowsGb,
    sizes,
    openGb,
    journalGbPerDay,
    servers,
    nodes,
    cost,
    temporalCloud: temporalCloud(costs, load, newCasesPerDay, deliveriesPerDay),
  };
}

/** Finished cases whose details are kept, after so many years. */
function keptCases(newCasesPerDay: number, years: number, testShare: number): number {
  const keptFor = (retentionDays: number) => newCasesPerDay * Math.min(years * 365, retentionDays);
  return (
    keptFor(caseRetention.finished_live.days) * (1 - testShare) + keptFor(caseRetention.finished_test.days) * testShare
  );
}

/** A page costs what it cost in the median of the samples; the pauses between pages are fixed. */
function reconcileMinutes(samples: readonly Sample[], cases: number): number {
  const ofPages = samples.map((sample) => {
    const pages = Math.max(1, Math.ceil(sample.cases / reconcile.page));
    return Math.max(0, sample.upkeepMs['reconciling every case'] - (pages - 1) * reconcile.pauseMs) / pages;
  });
  const ofPage = ofPages.toSorted((a, b) => a - b)[Math.floor(ofPages.length / 2)] ?? Number.NaN;
  return (Math.ceil(cases / reconcile.page) * (ofPage + reconcile.pauseMs)) / 60_000;
}

function temporalCloud(costs: CaseCosts, load: Workload, newCasesPerDay: number, deliveriesPerDay: number) {
  const { actions, activeGbHour, retainedGbHour, plan } = prices.temporalCloud;
  const actionsPerMonth = 30 * (newCasesPerDay * sum(Object.values(costs.actions)) + deliveriesPerDay);
  let dollars = 0;
  let from = 0;
  for (const { upTo, perMillion } of actions) {
    dollars += Math.max(0, Math.min(actionsPerMonth / 1e6, upTo) - from) * perMillion;
    from = upTo;
  }
  const history = costs.historyBytes / gb;
  const hours = prices.hoursPerMonth;
  dollars += (history / 2) * load.openCases * hours * activeGbHour;
  dollars += history * newCasesPerDay * days.temporal * hours * retainedGbHour;
  return { actionsPerMonth, dollars: dollars + Math.max(plan.atLeast, dollars * plan.share) };
}

function eachProcess(times: CpuTimes, of: (name: keyof CpuTimes) => number): CpuTimes {
  return Object.fromEntries(Object.keys(times).map((name) => [name, of(name as keyof CpuTimes)])) as CpuTimes;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
