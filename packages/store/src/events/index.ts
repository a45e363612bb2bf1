export { continueFeeds, listFeed, presentFeedEvent } from './event-feed.ts';
export { recordOperatorEvent } from './operator-events.ts';
export { listViews, recordOperatorView, recordView } from './tenant-data-views.ts';
export { getSummaryHistory } from './summary-history.ts';
