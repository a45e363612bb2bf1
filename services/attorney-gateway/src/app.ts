import type { Gateway } from '@evict/http';
import type { Dependencies } from './dependencies.ts';
import { attorneyCaseRoutes } from './routes/cases.ts';
import { deskRoutes } from './routes/desk.ts';
import { attorneyDocumentRoutes } from './routes/documents.ts';
import { reportRoutes } from './routes/reports.ts';

export type { Dependencies } from './dependencies.ts';

/** Mounts the endpoints of partner attorneys. */
export function mountAttorneyRoutes(gateway: Gateway, dependencies: Dependencies): void {
  attorneyCaseRoutes(gateway, dependencies);
  attorneyDocumentRoutes(gateway, dependencies);
  deskRoutes(gateway, dependencies);
  reportRoutes(gateway, dependencies);
}
