/**
 * Returns a page's Content Security Policy, which refuses everything that it doesn't list. The nonce is for style
 * elements only.
 */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob:",
    "font-src 'self'", // for PDFs without embedded fonts
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types website default',
  ].join('; ');
}

/**
 * The Content Security Policy of workers. A worker runs under the policy of its own response, not under the page's.
 * pdf.js decodes JPEG 2000 and JBIG2 with WebAssembly.
 */
export const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Headers for pages and their files, in addition to those of every response. */
export const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;
