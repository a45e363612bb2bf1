import { Code, Stack, Text } from '@mantine/core';
import type { Case } from '../../api/queries.ts';
import { Hint, Tag } from '../../shared/parts.tsx';

/** Lists the directives, which lead a test case to another outcome, and marks those that this case contains. */
export function Directives({ one: { data } }: { one: Case }) {
  return (
    <Stack gap="md">
      <Hint>
        To send the test case down another path, put one of these into the draft’s notes for the attorney. Each works
        once.
      </Hint>
      {Object.entries(directiveTexts).map(([directive, text]) => (
        <div key={directive}>
          <Code>{directive}</Code> {data.freeText?.includes(directive) && <Tag tone="active">in this case</Tag>}
          <Text size="sm" mt={2}>
            {text}
          </Text>
        </div>
      ))}
    </Stack>
  );
}

/** What each directive does. */
const directiveTexts = {
  'sandbox:request_changes': 'The first review returns the case as a draft. Submit it again.',
  'sandbox:reject': 'The first review puts the case on hold.',
  'sandbox:service_failed': 'The first service fails. The next advance serves by the next method.',
  'sandbox:filing_rejected': 'The clerk returns the first filing. The next advance corrects it.',
  'sandbox:judgment_defendant': 'The judgment is for the defendant, and the case closes.',
  'sandbox:judgment_dismissed': 'The case is dismissed, and closes.',
} as const;
