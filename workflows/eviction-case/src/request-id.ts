import type { Transition } from '@evict/case-model';
import { requestIdHeader } from '@evict/temporal/messages';
import type { Payload } from '@temporalio/common';
import type { WorkflowInterceptors } from '@temporalio/workflow';

/** Hands the id of the request behind a command on to the activity that records its transition, for the log alone. */
export function interceptors(): WorkflowInterceptors {
  const ids = new Map<string, Payload>();
  return {
    inbound: [
      {
        handleUpdate(input, next) {
          const id = input.headers[requestIdHeader];
          if (id) remember(ids, input.updateId, id);
          return next(input);
        },
      },
    ],
    outbound: [
      {
        scheduleLocalActivity(input, next) {
          // A step is taken outside of the Update that advanced it: its transition says whose it is.
          const [transition] = input.args as [Partial<Transition>?];
          const id = ids.get(transition?.commandId ?? '');
          return next(id ? { ...input, headers: { ...input.headers, [requestIdHeader]: id } } : input);
        },
      },
    ],
  };
}

/** More commands than these are never under way. */
const keptIds = 32;

function remember(ids: Map<string, Payload>, updateId: string, id: Payload): void {
  ids.set(updateId, id);
  const [oldest] = ids.keys();
  if (ids.size > keptIds && oldest !== undefined) ids.delete(oldest);
}
