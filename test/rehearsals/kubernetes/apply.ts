import type { ApiServer, Reply, Resource } from './api-server.ts';
import type { Manifest, PodTemplate } from './manifests.ts';

/**
 * Applies an object as `kubectl apply --server-side` does, and refuses unknown fields. Returns the object as the server
 * keeps it, without its resource version: the server can store the same object again in other bytes. Throws what the
 * server refuses.
 */
export async function apply(server: ApiServer, manifest: Manifest): Promise<object> {
  const path = `${await collectionOf(server, manifest)}/${manifest.metadata.name}?fieldManager=check&fieldValidation=Strict`;
  const { status, body } = await server.call('PATCH', path, manifest, 'application/apply-patch+yaml');
  if (status >= 300) throw new Error(`${manifest.kind} ${manifest.metadata.name}: ${status} ${body.message}`);
  return { ...body, metadata: { ...body.metadata, resourceVersion: undefined } };
}

/** Creates a pod of a template, as a controller does. */
export function createPod(server: ApiServer, namespace: string, name: string, template: PodTemplate): Promise<Reply> {
  const pod = { apiVersion: 'v1', kind: 'Pod', ...template, metadata: { ...template.metadata, name, namespace } };
  return server.call('POST', `/api/v1/namespaces/${namespace}/pods?fieldValidation=Strict`, pod);
}

async function collectionOf(server: ApiServer, { apiVersion, kind, metadata }: Manifest): Promise<string> {
  const group = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const { body } = await server.call('GET', group);
  const resource = body.resources?.find((one: Resource) => one.kind === kind && !one.name.includes('/'));
  if (!resource) throw new Error(`the server has no ${kind} of ${apiVersion}`);
  return resource.namespaced
    ? `${group}/namespaces/${metadata.namespace}/${resource.name}`
    : `${group}/${resource.name}`;
}
