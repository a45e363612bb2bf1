export interface IngressRule {
  host: string;
  http: { paths: { path: string; pathType: string; backend: { service: { name: string } } }[] };
}

/** The backend of a request by the rules of Kubernetes: the longest matching path, exact ones first. */
export function serviceOf({ http }: IngressRule, path: string): string | undefined {
  const matching = http.paths.filter((one) => (one.pathType === 'Exact' ? one.path === path : isUnder(one.path, path)));
  const rank = (one: { path: string; pathType: string }) => one.path.length * 2 + (one.pathType === 'Exact' ? 1 : 0);
  return matching.sort((a, b) => rank(b) - rank(a))[0]?.backend.service.name;
}

/** A prefix matches whole path segments. */
function isUnder(prefix: string, path: string): boolean {
  const stem = prefix.replace(/\/$/, '');
  return path === stem || path.startsWith(`${stem}/`);
}
