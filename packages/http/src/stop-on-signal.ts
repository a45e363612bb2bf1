/** Runs `stop` once, at the first SIGTERM or SIGINT. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const once = () => {
    // From a terminal the signal comes to the whole group, and again from whoever started this process.
    if (stopping) return;
    stopping = true;
    void stop();
  };
  process.on('SIGTERM', once).on('SIGINT', once);
}
