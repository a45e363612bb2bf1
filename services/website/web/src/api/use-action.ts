import { type MutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { Refusal } from './refusal.ts';

/**
 * A change of data, started by a person. While its outcome is unknown, starting it again with the same input sends the
 * same Idempotency-Key, so it takes effect once.
 */
export function useAction<Input, Result>(
  run: (input: Input, idempotencyKey: string) => Promise<Result>,
  options: Omit<MutationOptions<Result, Error, Input>, 'mutationFn'> = {},
) {
  const pending = useRef<{ input: unknown; key: string } | null>(null);
  return useMutation({
    ...options,
    mutationFn: async (input: Input) => {
      // Every file is `{}` as JSON, so it is told from others by itself.
      const sent = input instanceof File ? input : JSON.stringify(input);
      if (pending.current === null || pending.current.input !== sent) {
        pending.current = { input: sent, key: crypto.randomUUID() };
      }
      try {
        const result = await run(input, pending.current.key);
        pending.current = null;
        return result;
      } catch (error) {
        if (error instanceof Refusal && !error.keepsKey) pending.current = null;
        throw error;
      }
    },
  });
}
