import { currentRequestId, withRequestId } from '@evict/telemetry';
import type { WorkflowClientInterceptor } from '@temporalio/client';
import { defaultPayloadConverter, type Headers } from '@temporalio/common';
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
      return withRequestId(defaultPayloadConverter.fromPayload<string>(payload), () => next(input));
    },
  },
});

function withHeader(headers: Headers): Headers {
  const id = currentRequestId();
  return id === undefined ? headers : { ...headers, [requestIdHeader]: defaultPayloadConverter.toPayload(id) };
}
