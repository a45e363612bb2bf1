/**
 * Returns the attributes of a link that may lead to the current page. Without them, the router would mark every link
 * whose path is the beginning of the current path as current.
 */
export function currentLink(isCurrent: boolean) {
  return { activeProps: {}, activeOptions: { exact: true }, ...(isCurrent && { 'aria-current': 'page' as const }) };
}
