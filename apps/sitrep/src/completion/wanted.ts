import type { Command } from '../command.ts'
import type { TypedLine } from './typed-line.ts'

/** What could come next, before anybody is asked for it. */
export type Wanted =
  | { readonly is: 'fixed'; readonly values: readonly Candidate[] }
  | { readonly is: 'files' }
  | { readonly is: 'contexts' }
  | { readonly is: 'namespaces' }
  | { readonly is: 'rules' }
  | { readonly is: 'scenarios' }
  /** `ending`: what follows a kind, where a name has to. */
  | { readonly is: 'kinds'; readonly ending: '/' | '' }
  | { readonly is: 'names'; readonly kind: string; readonly prefix: string }

/** A word that could stand here, and what it means. */
export interface Candidate {
  readonly word: string
  readonly help?: string
}

const nothing: Wanted = { is: 'fixed', values: [] }
const isFile = /^(FILE|DIR|PATH)$/

/** What could come next on the line of a command, going by its options and its usage. */
export function wantedNext(command: Command, line: TypedLine): Wanted {
  if (line.awaiting !== undefined) return valuesFor(command, line.awaiting)
  if (line.partial.startsWith('-')) return optionsOf(command, line)
  const usage = command.usage.join('\n')
  // `view PATH …`: what is named is files, however many.
  if (new RegExp(`^${command.name} (?:FILE|DIR|PATH)\\b`, 'm').test(usage)) return { is: 'files' }
  if (line.words.length === 0 && !usage.includes('KIND')) return wordsIn(command)
  if (!usage.includes('KIND')) return nothing
  const slash = line.partial.indexOf('/')
  if (slash > 0)
    return { is: 'names', kind: line.partial.slice(0, slash), prefix: line.partial.slice(0, slash + 1) }
  const [kind] = line.words
  if (kind === undefined || kind.includes('/')) {
    // Where the usage shows a kind alone, it can stand alone.
    const alone = new RegExp(`^${command.name} KIND(?!/)`, 'm').test(usage)
    return { is: 'kinds', ending: alone ? '' : '/' }
  }
  return { is: 'names', kind, prefix: '' }
}

function optionsOf({ options }: Command, line: TypedLine): Wanted {
  const values = Object.entries(options)
    .filter(([name, { multiple }]) => multiple === true || line.options[name] === undefined)
    .map(([name, { help }]) => ({ word: `--${name}`, help }))
  return { is: 'fixed', values }
}

function valuesFor(command: Command, name: string): Wanted {
  const option = command.options[name]
  switch (name) {
    case 'namespace':
      return { is: 'namespaces' }
    case 'context':
      return { is: 'contexts' }
    case 'rule':
    case 'ignore':
      return { is: 'rules' }
    case 'scenario':
      return { is: 'scenarios' }
    case 'for':
      return fixed(['Ready', 'Available', 'verdict=Ready', 'exists', 'deleted'])
  }
  const shown = valuesInUsage(command, name)
  const words = shown.filter((each) => /^[a-z][\w-]*$/.test(each))
  if (words.length > 0) return fixed(words)
  return [...shown, option?.value ?? ''].some((each) => isFile.test(each)) ? { is: 'files' } : nothing
}

const fixed = (words: readonly string[]): Wanted => ({ is: 'fixed', values: words.map((word) => ({ word })) })

// The usage lists what an option takes: `-o wide|json`, `--scenario FILE|demo|none`.
function valuesInUsage({ usage, options }: Command, name: string): readonly string[] {
  const short = options[name]?.short
  const flag = short === undefined ? `--${name}` : `(?:--${name}|-${short})`
  const [, values = ''] = new RegExp(`${flag} ([^\\s\\]]+)`).exec(usage.join('\n')) ?? []
  return values.split('|')
}

// `completion bash|zsh|fish`: words that stand in the usage as they are.
function wordsIn({ name, usage }: Command): Wanted {
  const [, words = ''] = new RegExp(`^${name} ([a-z]+(?:\\|[a-z]+)+)`, 'm').exec(usage.join('\n')) ?? []
  return words === '' ? nothing : fixed(words.split('|'))
}
