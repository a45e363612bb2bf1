export const guidesRoot = '/docs/guides';
export const guidesStylesheet = '/docs/guides.css';
export const decisionsPath = `${guidesRoot}/adr`;
