import { afterAll, expect, test, vi } from 'vitest';
import { localPath } from './local-path.ts';

vi.stubGlobal('location', { origin: 'https://www.example.com' });
afterAll(() => void vi.unstubAllGlobals());

test('a visitor is redirected only to paths on this website', () => {
  expect(localPath('/%2f%2fevil.example')).toBe('/%2f%2fevil.example');
  expect(localPath('/..//evil.example')).toBeNull();
  expect(localPath('/cases?q=a%20b')).toBe('/cases?q=a%20b');
  const elsewhere = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\\/evil.example',
    '/\n//evil.example',
    ' //evil.example',
    'https:/evil.example',
    '///evil.example',
    '@evil.example',
    ['/cases'],
    { toString: () => '/cases' },
    'cases',
    '',
    7,
  ];
  for (const text of [...elsewhere, null, undefined, '/\t/evil.example'])
    expect(localPath(text), String(text)).toBeNull();
});
