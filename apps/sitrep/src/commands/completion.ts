import { type Command, CommandError } from '../command.ts'
import { completionScripts, shells } from '../completion/scripts.ts'

export const completion: Command = {
  name: 'completion',
  summary: 'Print a script that completes commands, options, kinds and names',
  usage: ['completion bash|zsh|fish'],
  description:
    'Kinds and names come from the server that the line being typed is about. Where it does not answer, nothing is offered.',
  examples: [
    {
      does: 'in bash, for this session',
      line: 'completion bash > ~/.sitrep-completion && source ~/.sitrep-completion',
    },
    { does: 'in zsh, where fpath has ~/.zfunc', line: 'completion zsh > ~/.zfunc/_sitrep' },
    { does: 'in fish, for all sessions', line: 'completion fish > ~/.config/fish/completions/sitrep.fish' },
  ],
  options: {},
  async run({ words: [word, ...more] }, { document }) {
    const shell = shells.find((each) => each === word)
    if (shell === undefined || more.length > 0)
      throw new CommandError(2, `Name your shell: sitrep completion ${shells.join('|')}`)
    document(completionScripts[shell])
    return 0
  },
}
