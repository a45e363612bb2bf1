/** Runs `stop` once, at the first SIGTERM or SIGINT. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const once = () => {
    // A terminal signals the whole process group, and the parent signals again.
    if (stopping) return;
    stopping = true;
    void stop();
  };
  process.on('SIGTERM', once).on('SIGINT', once);
}
