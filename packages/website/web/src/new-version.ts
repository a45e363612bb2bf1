const name = 'reloaded';

/**
 * Reloads the page after a new version is deployed, because the parts that the page would load later no longer exist.
 * Never reloads in a loop.
 */
export function reloadOnNewVersion(): void {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(name) ?? 0);
    if (Date.now() - last < 10_000) return;
    event.preventDefault();
    sessionStorage.setItem(name, String(Date.now()));
    location.reload();
  });
}
