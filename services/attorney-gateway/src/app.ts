import { createApprovals } from '@evict/credentials/approvals';
import type { Gateway } from '@evict/http';
import type { Dependencies } from './dependencies.ts';
import { attorneyCaseRoutes } from './routes/cases.ts';
import { deskRoutes } from './routes/desk.ts';
import { attorneyDocumentRoutes } from './routes/documents.ts';
import { reportRoutes } from './routes/reports.ts';
import { tokenRoutes } from './routes/tokens.ts';
import { createReplayCheck } from './replays.ts';

export type { Dependencies } from './dependencies.ts';

/** Adds the routes for partner attorneys. */
export function mountAttorneyRoutes(gateway: Gateway, dependencies: Dependencies): void {
  gateway.checkReplays(createReplayCheck(dependencies.store));
  const approvals = createApprovals(dependencies.websiteOrigin);
  attorneyCaseRoutes(gateway, dependencies);
  attorneyDocumentRoutes(gateway, dependencies);
  deskRoutes(gateway, dependencies, approvals);
  tokenRoutes(gateway, dependencies);
  reportRoutes(gateway, dependencies, approvals);
}
