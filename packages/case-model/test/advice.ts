/**
 * Phrases that would be legal advice if a clerk said them to a party. Only tests use them, never the service.
 */
const phrases: readonly { readonly phrase: RegExp; readonly because: string }[] = [
  {
    phrase: /\byou(r tenants?)? (must|should|ought|shall|need to|have to|are (required|obliged|entitled|allowed))\b/i,
    because: 'tells a party what to do',
  },
  {
    phrase:
      /\b(must|should|shall|has to|have to|needs? to|ha(s|ve) to be|is to be|are to be) (be )?(accompan\w+|appear\w*|attend\w*|bring|demand\w*|evict\w*|give|given|leave|mail\w*|pa(y|id)|plead\w*|post\w*|quit|sue\w*|testify|vacate\w*|wait\w*)\b/i,
    because: 'says what the law asks of a party',
  },
  { phrase: /\bmust check\b/i, because: 'says what the law asks of an attorney' },
  { phrase: /\bbring (a|an|the|your|all|any)\b/i, because: 'prepares a party for the court' },
  {
    phrase: /\bfile (from|before|after|no (earlier|later)|(by|on) (the|\w+day|\d))\b/i,
    because: 'says when to go to court',
  },
  {
    phrase: /\b(serve|file|sue|evict|withhold|accept) (it|them|the (tenant|rent))\b/i,
    because: 'tells a party to act',
  },
  { phrase: /\b(we|the service|us) (recommend|advise|suggest|urge)/i, because: 'recommends' },
  {
    phrase: /\b(recommended|advisable|best practice|wise to|better to|safer to|in your interest)\b/i,
    because: 'recommends',
  },
  { phrase: /\b(make sure|be sure|take care|be careful|do not forget)\b/i, because: 'recommends' },
  { phrase: /\b(un)?lawful(ly)?\b|\b(il)?legally\b|\billegal\b/i, because: 'judges what is lawful' },
  {
    phrase: /\b(is|are|be) (required|obliged|entitled|forbidden|prohibited) (by law|to)\b/i,
    because: 'states a duty or a right',
  },
  { phrase: /\b(required|demanded|forbidden) by (the )?(law|statute|court)\b/i, because: 'states a duty' },
  { phrase: /\bthe (law|statute|court) (requires|demands|wants|forbids|allows|says)\b/i, because: 'applies the law' },
  { phrase: /\b(no|a|the|your) (legal )?rights? to\b|\byour rights\b/i, because: 'states a right' },
  { phrase: /\bneeds? (counsel|an? (attorney|lawyer|licen[cs]e)|\d+ (\w+ )?days)\b/i, because: 'applies the law' },
  { phrase: /\b(is|are) (invalid|void|unenforceable|defective) (because|unless|if)\b/i, because: 'applies the law' },
  { phrase: /\byou (will|would|can|could|may) (win|lose|evict|sue|recover)\b/i, because: 'predicts or permits' },
  { phrase: /\byou[’']ll (need|have) to\b/i, because: 'tells a party what to do' },
  {
    phrase: /\b(do not|don[’']t) (accept|pay|leave|move|file|serve|answer|sign|evict)\b/i,
    because: 'tells a party what to do',
  },
  { phrase: /\bconsider (hir|ask|fil|serv|send|settl)ing\b/i, because: 'recommends' },
  { phrase: /\byou (can|could|may) (now )?(file|serve|refile|go to court)\b/i, because: 'permits' },
  {
    phrase: /\b(serve|file|mail|post) the (notice|complaint|summons) (again|by|before|after|within|on)\b/i,
    because: 'says how or when to act',
  },
  { phrase: /\brefile\b|\bwait (until|for) the (period|notice|term)\b/i, because: 'says when to go to court' },
  { phrase: /\bnotice is (defective|too short|invalid)\b/i, because: 'applies the law' },
  { phrase: /\bmay not (be )?(evict|file|serve|remove)/i, because: 'applies the law' },
  { phrase: /\bthen nothing is to be filed\b/i, because: 'decides for the attorney' },
];

/** Wordings that match a phrase but aren't advice, with the reason. */
const exceptions: readonly { readonly words: RegExp; readonly because: string }[] = [
  {
    words: /Runs through \S+; file from \S+\./,
    because: 'a rule of the fictional jurisdiction of the sandbox, in the words of its specification',
  },
  {
    words: /There is no right to cure\./,
    because: 'said of a ground of the fictional jurisdiction of the sandbox, in the words of its specification',
  },
  {
    words: /something (that )?the tenant had a right to do/,
    because: 'what the customer is asked to confirm, not what the service says',
  },
];

/** Returns the phrases of legal advice in a text, each with the reason. */
export function adviceIn(text: string): string[] {
  const rest = exceptions.reduce((left, { words }) => left.replace(new RegExp(words, 'g'), ''), text);
  return phrases.flatMap(({ phrase, because }) => {
    const found = phrase.exec(rest);
    return found ? [`“${found[0]}” ${because}`] : [];
  });
}
