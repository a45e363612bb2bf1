import { liveStory } from './live-story.ts';
import { retentionStories } from './retention-stories.ts';
import { sandboxStories } from './sandbox-stories.ts';
import type { Story } from './story.ts';

export const stories: readonly Story[] = [...sandboxStories, liveStory, ...retentionStories];
