import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { test } from 'vitest';
import { historiesOf, startStoryService } from './service.ts';
import { stories } from './stories.ts';

// `npm run histories` records every story that has no history yet. A recorded history represents cases that are open in
// production. Never record it again, least of all to make a failing replay pass. For another path through the workflow,
// add a story with a new name.

const service = await startStoryService();

test.for(stories)('the history of the story $name is recorded once', async (story, { skip }) => {
  const file = new URL(`${story.name}.json`, import.meta.url);
  skip(existsSync(file), 'it is recorded already');
  const histories = await historiesOf(service, story.play(service));
  await writeFile(file, `${JSON.stringify(histories)}\n`, { flag: 'wx' });
});
