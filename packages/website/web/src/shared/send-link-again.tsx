import { notifications } from '@mantine/notifications';
import { call } from '../api/call.ts';
import { SmallButton } from './parts.tsx';
import { RefusalAlert } from './query-state.tsx';
import { useAction } from './use-action.ts';

/** A button that emails an owner another link to confirm their address. */
export function SendLinkAgain() {
  const { button, error } = useAction({
    run: () => call('POST /v1/me/address/mail', {}),
    onDone: () =>
      notifications.show({
        message: 'If your address is not confirmed yet, a link is on its way. We send at most 3 an hour.',
      }),
  });
  return (
    <>
      <SmallButton {...button}>Send again</SmallButton>
      <RefusalAlert error={error} />
    </>
  );
}
