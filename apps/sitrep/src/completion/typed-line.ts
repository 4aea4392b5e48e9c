import type { Command, OptionDescription } from '../command.ts'

/** What stands on an unfinished command line after the command's name. */
export interface TypedLine {
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string | boolean>>
  /** The option whose value is being typed. */
  readonly awaiting?: string
  /** What is being typed; empty at the beginning of a word. */
  readonly partial: string
  /** What stands before the partial word and belongs to it: `--output=`. */
  readonly prefix: string
}

/** Reads an unfinished command line. It never refuses: who is still typing has made no mistake yet. */
export function readTyped({ options }: Pick<Command, 'options'>, typed: readonly string[]): TypedLine {
  const words: string[] = []
  const given: Record<string, string | boolean> = {}
  const last = typed.at(-1) ?? ''
  let awaiting: string | undefined
  for (const word of typed.slice(0, -1)) {
    if (awaiting !== undefined) {
      given[awaiting] = word
      awaiting = undefined
      continue
    }
    if (!word.startsWith('-') || word === '-') {
      words.push(word)
      continue
    }
    const [name, value] = optionOf(word, options)
    if (name === undefined) continue
    if (value !== undefined) given[name] = value
    else if (options[name]?.type === 'boolean') given[name] = true
    else awaiting = name
  }
  const inline = awaiting === undefined ? /^(--[\w-]+=)(.*)$/s.exec(last) : null
  if (inline !== null) {
    const [name] = optionOf(last, options)
    const [, prefix = '', partial = ''] = inline
    return { words, options: given, ...(name !== undefined && { awaiting: name }), partial, prefix }
  }
  return { words, options: given, ...(awaiting !== undefined && { awaiting }), partial: last, prefix: '' }
}

type Described = Readonly<Record<string, OptionDescription>>

function optionOf(word: string, options: Described): readonly [name?: string, value?: string] {
  if (word.startsWith('--')) {
    const [name = '', ...value] = word.slice(2).split('=')
    if (!Object.hasOwn(options, name)) return []
    return value.length === 0 ? [name] : [name, value.join('=')]
  }
  const name = Object.keys(options).find((each) => options[each]?.short === word[1])
  if (name === undefined) return []
  return word.length > 2 && options[name]?.type === 'string' ? [name, word.slice(2)] : [name]
}
