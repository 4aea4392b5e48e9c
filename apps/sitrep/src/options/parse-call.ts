import { parseArgs } from 'node:util'
import { type Call, type Command, CommandError } from '../command.ts'
import { parseSelector } from '../get/label-selector.ts'
import { suggestion } from '../suggestion.ts'
import { generalOptions } from './general-options.ts'

/** What was typed after a command's name; an unknown option is answered with the one that was probably meant. */
export function parseCall(command: Command, typed: readonly string[]): Call {
  const options = { ...command.options, ...generalOptions }
  try {
    const config = Object.fromEntries(
      Object.entries(options).map(([name, { type, short, multiple }]) => [
        name,
        { type, ...(short && { short }), ...(multiple && { multiple }) },
      ]),
    )
    const { values, positionals } = parseArgs({
      args: [...typed],
      options: config,
      allowPositionals: true,
      allowNegative: false,
    })
    // A server would refuse it later, and call that its own failure.
    if (typeof values.selector === 'string') parseSelector(values.selector)
    return { words: positionals, options: values as Call['options'] }
  } catch (cause) {
    if (!(cause instanceof Error) || !('code' in cause) || !String(cause.code).startsWith('ERR_PARSE_ARGS'))
      throw cause
    const [, unknown] = /Unknown option '--?([^']+)'/.exec(cause.message) ?? []
    if (unknown === undefined)
      throw new CommandError(2, `${cause.message.split('.')[0]}. See sitrep ${command.name} --help`, {
        cause,
      })
    const meant = suggestion(unknown, Object.keys(options))
    const hint = meant === undefined ? `see sitrep ${command.name} --help` : `did you mean --${meant}?`
    throw new CommandError(2, `sitrep ${command.name} has no option --${unknown}; ${hint}`, { cause })
  }
}
