import { type LintRule, lintRules } from '@sitrep/verdict'
import { type Call, CommandError } from '../command.ts'
import { suggestion } from '../suggestion.ts'

/** The rules that were asked for: all, or those of `--rule`, without those of `--ignore`. A name that is none is refused. */
export function chosenRules({ options }: Call): readonly LintRule[] {
  const wanted = namesIn(options.rule)
  const ignored = namesIn(options.ignore)
  return lintRules.filter(({ id }) => (wanted.length === 0 || wanted.includes(id)) && !ignored.includes(id))
}

function namesIn(option: Call['options'][string]): readonly string[] {
  if (!Array.isArray(option)) return []
  const names = option.flatMap((text: string) => text.split(',')).filter((name) => name !== '')
  const ids = lintRules.map(({ id }) => id)
  for (const name of names) {
    if (ids.includes(name)) continue
    const meant = suggestion(name, ids)
    const hint = meant === undefined ? 'docs/lint/README.md lists them' : `did you mean ${meant}?`
    throw new CommandError(2, `There is no rule ${JSON.stringify(name)}; ${hint}`)
  }
  return names
}
