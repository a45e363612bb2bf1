const name = 'reloaded';

/** Once another version is served, the parts that a page loads later no longer exist: the page reloads, but not in a circle. */
export function reloadOnNewVersion(): void {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(name) ?? 0);
    if (Date.now() - last < 10_000) return;
    event.preventDefault();
    sessionStorage.setItem(name, String(Date.now()));
    location.reload();
  });
}
