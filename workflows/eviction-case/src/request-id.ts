import { requestIdHeader } from '@evict/temporal/messages';
import type { Payload } from '@temporalio/common';
import { currentUpdateInfo, type WorkflowInterceptors } from '@temporalio/workflow';

/** Passes the id of a command's request to the activity that decides it, for logging only. */
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
          const id = ids.get(currentUpdateInfo()?.id ?? '');
          return next(id ? { ...input, headers: { ...input.headers, [requestIdHeader]: id } } : input);
        },
      },
    ],
  };
}

/** More commands than this are never in progress at once. */
const keptIds = 32;

function remember(ids: Map<string, Payload>, updateId: string, id: Payload): void {
  ids.set(updateId, id);
  const [oldest] = ids.keys();
  if (ids.size > keptIds && oldest !== undefined) ids.delete(oldest);
}
