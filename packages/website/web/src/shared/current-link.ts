/**
 * The attributes of a link that may lead to the current page. Without them the router would mark every link whose
 * address begins like that of the page.
 */
export function currentLink(isCurrent: boolean) {
  return { activeProps: {}, activeOptions: { exact: true }, ...(isCurrent && { 'aria-current': 'page' as const }) };
}
