/** Turns `notice_expires` into words. A name that an attorney has chosen is shown unchanged. */
export function deadlineName(name: string): string {
  return deadlineNames[name] ?? name.replaceAll('_', ' ');
}

const deadlineNames: Readonly<Record<string, string>> = {
  notice_expires: 'End of the notice period',
  cares_notice_expires: 'End of the CARES Act period',
  answer_due: 'Answer due',
  hearing: 'Hearing',
  appeal_period_ends: 'End of the appeal period',
  writ_expires: 'The writ expires',
};
