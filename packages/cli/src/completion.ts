import type { Command, Option } from 'commander';

export const shells = ['bash', 'zsh', 'fish'] as const;

/** Lists each command's path with the words that can follow it: after `cases` comes `list` or `--json`. */
function wordsAfter(command: Command, everywhere: readonly Option[], path = ''): [string, string][] {
  const words = [
    ...command.commands.map((one) => one.name()),
    ...command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
    ...[...(path === '' ? [] : command.options), ...everywhere].flatMap(({ long }) => long ?? []),
  ];
  const below = command.commands.flatMap((one) => wordsAfter(one, everywhere, `${path} ${one.name()}`.trim()));
  return [[path, words.join(' ')], ...below];
}

/** Makes zsh run the bash script, after loading zsh's own completion system. */
const zshSetup = `(( $+functions[compdef] )) || { autoload -U +X compinit && compinit; }
autoload -U +X bashcompinit && bashcompinit
`;

/** Returns a script that completes commands and options in this shell. The user loads it with `source`. */
export function completionScript(program: Command, shell: (typeof shells)[number]): string {
  const found = wordsAfter(program, program.options);
  const known = found.flatMap(([path]) => (path === '' ? [] : `'${path}'`));
  if (shell === 'fish')
    return `function __eviction_case
  set -l path ''
  for word in (commandline -opc)[2..]
    set -l next (string trim "$path $word")
    contains -- "$next" ${known.join(' ')}; and set path "$next"
  end
  switch "$path"
${found.map(([path, words]) => `    case '${path}'; string split ' ' -- '${words}'`).join('\n')}
  end
end
complete -c ${program.name()} -a '(__eviction_case)'`;
  return `${shell === 'zsh' ? zshSetup : ''}_eviction_case() {
  local word next path='' words=''
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD-1))}"; do
    next="\${path:+$path }$word"
    case "$next" in ${known.join(' | ')}) path="$next" ;; esac
  done
  case "$path" in
${found.map(([path, words]) => `    '${path}') words='${words}' ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _eviction_case ${program.name()}`;
}
