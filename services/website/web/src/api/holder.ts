/** Whose account the page is of: a browser can have a customer and an attorney signed in. */
export function holderOfPage(path = location.pathname): 'customer' | 'attorney' {
  return /^\/attorney(\/|$)/.test(path) ? 'attorney' : 'customer';
}
