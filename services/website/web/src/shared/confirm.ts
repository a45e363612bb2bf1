/** What a dialog asks back. */
export interface Question {
  title: string;
  /** What it means, in plain words. */
  meaning: string;
  /** The verb of the button that was pressed: the button of the dialog repeats it. */
  verb: string;
  isDangerous?: boolean;
}

export interface Asked extends Question {
  answer: (isConfirmed: boolean) => void;
}

let asked: Asked | null = null;
const listeners = new Set<() => void>();

/** Asks back in a dialog. Resolves to whether it is confirmed. */
export async function confirm(question: Question): Promise<boolean> {
  asked?.answer(false);
  const asker = document.activeElement;
  return new Promise((resolve) => {
    show({
      ...question,
      answer(isConfirmed) {
        show(null);
        resolve(isConfirmed);
        requestAnimationFrame(() => asker instanceof HTMLElement && asker.focus());
      },
    });
  });
}

/** The question that is open. */
export function currentQuestion(): Asked | null {
  return asked;
}

export function onQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(question: Asked | null): void {
  asked = question;
  for (const listener of listeners) listener();
}
