import type { Page } from 'playwright-core';

const mostTabs = 120;

/** What a screen reader calls the focused element, and its role or type. Evaluated in the page. */
const focusedName = `(() => {
  const one = document.activeElement;
  if (!one || one === document.body) return '';
  const labels = [...(one.labels ?? [])].map((label) => label.textContent).join(' ');
  const text = one.getAttribute('aria-label') || labels || one.textContent || '';
  return text.replace(/\\*/g, '').trim();
})()`;

/** Presses Tab until the element with this name has the focus. Throws if none has. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const met: string[] = [];
  for (let tabs = 0; tabs < mostTabs; tabs += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate<string>(focusedName);
    if (typeof name === 'string' ? found === name : name.test(found)) return;
    met.push(found);
  }
  throw new Error(`The keyboard does not reach ${String(name)}. It reached: ${met.join(' | ')}`);
}

/** Reaches a field and types. The text that was there is replaced. */
export async function typeInto(page: Page, name: string | RegExp, text: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

/** Reaches a button or a link, and presses Enter. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}
