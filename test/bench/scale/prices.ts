/** List prices in US dollars, without discounts, taxes and support: AWS us-east-1, as known in November 2026. */
export const prices = {
  knownIn: 'November 2026',
  hoursPerMonth: 730,
  /** A database server of RDS for PostgreSQL; with a standby in another zone twice as much. */
  databases: [
    { name: 'db.r8g.large', cores: 2, memoryGb: 16, perHour: 0.239 },
    { name: 'db.r8g.xlarge', cores: 4, memoryGb: 32, perHour: 0.478 },
    { name: 'db.r8g.2xlarge', cores: 8, memoryGb: 64, perHour: 0.956 },
    { name: 'db.r8g.4xlarge', cores: 16, memoryGb: 128, perHour: 1.912 },
    { name: 'db.r8g.8xlarge', cores: 32, memoryGb: 256, perHour: 3.824 },
    { name: 'db.r8g.16xlarge', cores: 64, memoryGb: 512, perHour: 7.648 },
  ],
  /** gp3, of one server. */
  databaseGbMonth: 0.115,
  /** A node for containers. */
  node: { name: 'm7g.large', cores: 2, memoryGb: 8, perHour: 0.0816 },
  clusterPerHour: 0.1,
  loadBalancerPerHour: 0.0225,
  natPerHour: 0.045,
  s3: { gbMonth: 0.023, perThousandPuts: 0.005, perThousandGets: 0.0004 },
  /** To the internet. */
  transferPerGb: 0.09,
  temporalCloud: {
    /** By million actions a month, from the first. */
    actions: [
      { upTo: 5, perMillion: 50 },
      { upTo: 10, perMillion: 45 },
      { upTo: 20, perMillion: 40 },
      { upTo: 50, perMillion: 35 },
      { upTo: 100, perMillion: 30 },
      { upTo: Infinity, perMillion: 25 },
    ],
    activeGbHour: 0.042,
    retainedGbHour: 0.00105,
    /** Of the plan Business: at least this, or that share of the rest. */
    plan: { atLeast: 500, share: 0.1 },
  },
} as const;
