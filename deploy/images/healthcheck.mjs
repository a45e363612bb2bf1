/** Exits with 0 if the process of this container is ready. */
const response = await fetch(`http://127.0.0.1:${process.env.METRICS_PORT}/ready`, {
  signal: AbortSignal.timeout(2500),
});
process.exit(response.ok ? 0 : 1);
