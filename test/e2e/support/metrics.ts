export type Labels = Readonly<Record<string, string>>;

/** Reads the metrics of a process from its operations port. */
export async function metricsOf(operationsUrl: string): Promise<string> {
  return (await fetch(`${operationsUrl}/metrics`)).text();
}

/** Returns the sum of all samples with this name and at least these labels. */
export function sampleOf(metrics: string, name: string, labels: Labels = {}): number {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const own = metrics.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  const fit = own.filter((line) => wanted.every((label) => line.includes(label)));
  return fit.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}
