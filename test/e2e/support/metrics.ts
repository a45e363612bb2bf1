export type Labels = Readonly<Record<string, string>>;

/** What a process tells of itself, at the address of its operations. */
export async function metricsOf(operationsUrl: string): Promise<string> {
  return (await fetch(`${operationsUrl}/metrics`)).text();
}

/** The sum of the samples of that name whose labels are these, and any others. */
export function sampleOf(metrics: string, name: string, labels: Labels = {}): number {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const own = metrics.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  const fit = own.filter((line) => wanted.every((label) => line.includes(label)));
  return fit.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}
