import { routes } from '@evict/contract';
import type { Gateway } from '@evict/http';
import { actOnCase } from '../casework.ts';
import type { Dependencies } from '../dependencies.ts';
import { withValues } from '../with-values.ts';

/** Reports of service, and their corrections. */
export function serviceRoutes(gateway: Gateway, dependencies: Omit<Dependencies, 'blobs'>): void {
  gateway.route(routes.reportService, (call) => {
    const { stage, status, method, servedDate: date = null, expires = null, restNotNeeded, ...given } = call.body;
    return actOnCase(dependencies, call, {
      kind: 'record_service',
      stage,
      status,
      method,
      date,
      expires,
      ...withValues(given),
      ...(restNotNeeded === true && { restNotNeeded }),
    });
  });

  gateway.route(routes.correctService, (call) => {
    const { servedDate: date = null, expires = null, void: isVoid, restNotNeeded, ...given } = call.body;
    return actOnCase(dependencies, call, {
      kind: 'correct_service',
      attemptId: call.params.attemptId,
      date,
      expires,
      ...withValues(given),
      ...(isVoid === true && { voided: true }),
      ...(restNotNeeded === true && { restNotNeeded }),
    });
  });
}
