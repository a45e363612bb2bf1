/** Whose account the page is of: a browser can have a customer and an attorney signed in. */
export function holderOfPage(): 'customer' | 'attorney' {
  return /^\/attorney(\/|$)/.test(location.pathname) ? 'attorney' : 'customer';
}
