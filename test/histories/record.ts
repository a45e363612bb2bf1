import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { expect, test } from 'vitest';
import { startService } from '../e2e/support/service.ts';
import { stories } from './stories.ts';

// `npm run histories` records every story that has no history yet. A recorded history stands for cases that are open in
// production: it is never recorded again, least of all to make a failing replay pass. Another way through the workflow is
// a story of another name.

const service = await startService({ liveMode: true });

test.for(stories)('$name is recorded, once', async (story, { skip }) => {
  const file = new URL(`${story.name}.json`, import.meta.url);
  skip(existsSync(file), 'it is recorded already');
  const handle = service.stack.client.workflow.getHandle(await story.play(service));
  expect(await handle.result()).toEqual(story.endsIn);
  const history = JSON.stringify(JSON.parse(historyToJSON(await handle.fetchHistory())));
  await writeFile(file, `${history}\n`, { flag: 'wx' });
});
