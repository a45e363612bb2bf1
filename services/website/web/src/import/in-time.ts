/** What a reading gives, or `late` where it takes longer than `longestMs`. It goes on unless its caller ends it. */
export async function inTime<T, const L>(reading: Promise<T>, longestMs: number, late: L): Promise<T | L> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<L>((resolve) => {
    timer = setTimeout(() => resolve(late), longestMs);
  });
  try {
    return await Promise.race([reading, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
