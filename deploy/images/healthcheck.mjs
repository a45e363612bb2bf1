/** Exits with 0 if this container's process is ready, and with another code otherwise. */
const response = await fetch(`http://127.0.0.1:${process.env.METRICS_PORT}/ready`, {
  signal: AbortSignal.timeout(2500),
});
process.exit(response.ok ? 0 : 1);
