export { canonicalJson } from './canonical-json.ts';
export { type Evidence, type Verified, verifyCase } from './verify-case.ts';
export { verifyAllCases, type VerifiedAll } from './verify-all.ts';
export { compareHeads, InvalidHeadsError, keepHeads } from './kept-heads.ts';
export { formatHead, type Head, parseHead, verifyHeads } from './heads.ts';
