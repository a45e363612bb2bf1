import type { Input } from '../../api/contract.ts';
import type { ReviewRequirements } from '../../api/queries.ts';
import { signWithPasskey } from '../../shared/passkeys.ts';

type Assertion = NonNullable<Input<'POST /v1/attorney/cases/{id}/reviews'>['body']['assertion']>;

/** Has one of the attorney's passkeys sign the documents under review. Throws Refusal if that fails. */
export async function signApproval(signing: NonNullable<ReviewRequirements['signing']>): Promise<Assertion> {
  const { challenge, rpId, credentials } = signing;
  const allowCredentials = credentials.map((one) => ({ ...one, type: 'public-key' }));
  const options = { challenge, rpId, allowCredentials, userVerification: 'required' };
  const { id, response } = (await signWithPasskey(options)) as {
    id: string;
    response: Omit<Assertion, 'credentialId'>;
  };
  const { authenticatorData, clientDataJSON, signature } = response;
  return { credentialId: id, authenticatorData, clientDataJSON, signature };
}
