export { continueFeeds, endOfFeed, listFeed, placeInFeed, presentFeedEvent } from './event-feed.ts';
export { recordOperatorEvent } from './platform-event.ts';
export { type Access, listViews, recordOperatorView, recordView } from './tenant-data-views.ts';
export { getSummaryHistory } from './summary-history.ts';
