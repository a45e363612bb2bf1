/**
 * Returns the display name of a deadline, such as "End of the notice period" for `notice_expires`. In a name that an
 * attorney has chosen, only underscores are replaced.
 */
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
