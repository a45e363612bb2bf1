/** Values by method and path, whose segments in braces are parameters: `/v1/cases/{id}`. */
export interface RouteTable<T> {
  add(method: string, path: string, value: T): void;
  /**
   * The value for the path of a request, with its parameters decoded; null where there is none. Paths are exact: upper
   * and lower case, and a slash at the end, make another path. A fixed segment goes before a parameter.
   */
  find(method: string, path: string): { value: T; params: Record<string, string> } | null;
}

interface Node<T> {
  fixed: Map<string, Node<T>>;
  parameter: { name: string; node: Node<T> } | null;
  values: Map<string, T>;
}

export function createRouteTable<T>(): RouteTable<T> {
  const root = emptyNode<T>();
  return {
    add(method, path, value) {
      let node = root;
      for (const segment of path.split('/')) node = childOf(node, segment);
      if (node.values.has(method)) throw new Error(`${method} ${path} is there twice`);
      node.values.set(method, value);
    },
    find(method, path) {
      let node = root;
      const params: Record<string, string> = {};
      for (const segment of path.split('/')) {
        const fixed = node.fixed.get(segment);
        if (fixed) node = fixed;
        else if (node.parameter && segment !== '') {
          params[node.parameter.name] = decoded(segment);
          node = node.parameter.node;
        } else return null;
      }
      const value = node.values.get(method);
      return value === undefined ? null : { value, params };
    },
  };
}

function emptyNode<T>(): Node<T> {
  return { fixed: new Map(), parameter: null, values: new Map() };
}

function childOf<T>(node: Node<T>, segment: string): Node<T> {
  const name = /^\{(\w+)\}$/.exec(segment)?.[1];
  if (name === undefined) {
    const child = node.fixed.get(segment) ?? emptyNode<T>();
    node.fixed.set(segment, child);
    return child;
  }
  node.parameter ??= { name, node: emptyNode<T>() };
  if (node.parameter.name !== name) throw new Error(`{${name}} is {${node.parameter.name}} in another path`);
  return node.parameter.node;
}

/** What cannot be decoded stays as it is: it is no id. */
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
