const name = 'reloaded';

/**
 * Reloads the page when a chunk is missing because a new version was deployed. Reloads at most once in ten seconds, so
 * it can't loop.
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
