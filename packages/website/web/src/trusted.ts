/**
 * The only module that turns text into something that the browser runs, namely the scripts of this website's workers.
 * It must be imported first.
 */
interface Policy {
  createScriptURL(url: string): string;
}

declare global {
  var __webpack_nonce__: string | undefined;
  interface Window {
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL?(url: string): string; createHTML?(text: string): string },
      ): Policy;
    };
  }
}

const rules = {
  createScriptURL(url: string): string {
    const { origin, pathname } = new URL(url, location.href);
    const isOurs = origin === location.origin && /^\/(assets|node_modules|src)\//.test(pathname);
    if (!isOurs) throw new TypeError('Not a script of this website');
    return url;
  },
};
const website = window.trustedTypes?.createPolicy('website', rules) ?? rules;

// Mantine writes style elements through innerHTML. Text without `<` can't create an element.
window.trustedTypes?.createPolicy('default', {
  createHTML(text) {
    if (text.includes('<')) throw new TypeError('React alone makes HTML');
    return text;
  },
});

export function openWorker(url: string): Worker {
  return new Worker(website.createScriptURL(url), { type: 'module' });
}

/** The nonce of this page's policy, for the style elements of Mantine and react-remove-scroll. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
globalThis.__webpack_nonce__ = nonce; // react-remove-scroll reads it from here
