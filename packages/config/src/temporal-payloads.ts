import type { Setting } from './settings.ts';

/** Encryption of what Temporal stores: the same for every process that connects to Temporal. */
export const temporalPayloads = {
  /** Newest first; none: no encryption. With `plain` in front, payloads are decrypted but not encrypted. */
  payloadKeys: payloadKeys('TEMPORAL_PAYLOAD_KEYS'),
};

/** No message repeats them. */
function payloadKeys(variable: string): Setting<readonly string[]> {
  const parse = (value: string) => {
    const keys = value === '' ? [] : value.split(',');
    const secrets = keys[0] === 'plain' ? keys.slice(1) : keys;
    const isRight = secrets.every((key) => key.length >= 32) && new Set(secrets).size === secrets.length;
    return isRight ? keys : undefined;
  };
  const mustBe = 'random texts of at least 32 characters with commas between them, newest first';
  return { variable, mustBe, parse, fallback: '', secret: true };
}
