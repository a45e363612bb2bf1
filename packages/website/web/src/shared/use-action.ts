import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { confirm, type Question } from './confirm.tsx';

interface Action<T> {
  run: () => Promise<T>;
  /** Called when the button is pressed, before the confirmation. */
  onPress?: () => void;
  /** The question that the user has to confirm before the action runs. */
  ask?: Question;
  /** The query to refetch afterwards, whether the request succeeded or failed. */
  refresh?: QueryKey;
  onDone?: (result: T) => void;
  onRefused?: () => void;
}

/** The action of a button. `button` has the button's properties, and `error` says why the action was refused. */
export function useAction<T>({ run, onPress, ask, refresh, onDone, onRefused }: Action<T>) {
  const queries = useQueryClient();
  const { mutate, isPending, data, error, reset } = useMutation({
    mutationFn: run,
    gcTime: 0, // so that no cache keeps a returned secret
    onSuccess: (result) => onDone?.(result),
    onError: () => onRefused?.(),
    onSettled: () => refresh && void queries.invalidateQueries({ queryKey: refresh }),
  });
  const start = async () => {
    onPress?.();
    if (!ask || (await confirm(ask))) mutate();
  };
  return { button: { loading: isPending, onClick: () => void start() }, data, error, reset };
}
