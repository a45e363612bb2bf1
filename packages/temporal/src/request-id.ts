import { currentRequestId, withRequestId } from '@evict/telemetry';
import type { WorkflowClientInterceptor } from '@temporalio/client';
import { defaultPayloadConverter, type Headers, type Payload } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { requestIdHeader } from './messages.ts';

// The id of a request travels as a header of the Update. Workflow code passes it to the activity that records the
// decision, so that a request can be followed through the logs of both processes.

/** Puts the id of the current request into the headers of an Update. */
export const sendRequestId: WorkflowClientInterceptor = {
  startUpdate: (input, next) => next({ ...input, headers: withHeader(input.headers) }),
  startUpdateWithStart: (input, next) => next({ ...input, updateHeaders: withHeader(input.updateHeaders) }),
};

/** Runs an activity in the context of the request in its header. */
export const receiveRequestId: ActivityInterceptorsFactory = () => ({
  inbound: {
    async execute(input, next) {
      const payload = input.headers[requestIdHeader];
      if (!payload) return next(input);
      return withRequestId(requestIdOf(payload), () => next(input));
    },
  },
});

/** Whoever sent the message wrote it: what cannot be read must not keep the activity from running. */
function requestIdOf(payload: Payload): string {
  try {
    const id = defaultPayloadConverter.fromPayload<unknown>(payload);
    return typeof id === 'string' ? id : '';
  } catch {
    return '';
  }
}

function withHeader(headers: Headers): Headers {
  const id = currentRequestId();
  return id === undefined ? headers : { ...headers, [requestIdHeader]: defaultPayloadConverter.toPayload(id) };
}
