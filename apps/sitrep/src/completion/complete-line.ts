import type { Context } from '../command.ts'
import { withSettings } from '../families/settings.ts'
import { generalOptions } from '../options/general-options.ts'
import type { Registered } from '../registry.ts'
import { askedCandidates } from './asked-candidates.ts'
import { readTyped } from './typed-line.ts'
import { type Candidate, wantedNext } from './wanted.ts'

/** What a shell can offer: words, or the files that it finds itself. */
export type Offer =
  | { readonly is: 'files'; readonly prefix: string }
  | { readonly is: 'words'; readonly candidates: readonly Candidate[] }

// What a shell would take for something else than a part of a word is not offered, whoever named it so.
const harmless = /^[\w.:/@%+=,~-]+$/

/** What could follow on a command line; its last word is the one that is being typed. */
export async function completeLine(
  [name = '', ...rest]: readonly string[],
  registry: readonly Registered[],
  context: Context,
): Promise<Offer> {
  const commands = registry.map(({ name: word, summary }) => ({ word, help: summary }))
  if (rest.length === 0)
    return words([...commands, { word: 'help', help: 'Show how a command is used' }], name)
  if (name === 'help') return words(rest.length === 1 ? commands : [], rest.at(-1) ?? '')
  const registered = registry.find((each) => each.name === name)
  if (registered === undefined) return words([], '')
  const loaded = await withSettings(await registered.load(), context.families)
  const command = { ...loaded, options: { ...loaded.options, ...generalOptions } }
  const line = readTyped(command, rest)
  const wanted = wantedNext(command, line)
  if (wanted.is === 'files') return { is: 'files', prefix: line.prefix }
  const candidates = await askedCandidates(wanted, line.options, context)
  const taken = new Set(line.words)
  return words(
    candidates
      .filter(({ word }) => !taken.has(word))
      .map((candidate) => ({ ...candidate, word: `${line.prefix}${candidate.word}` })),
    `${line.prefix}${line.partial}`,
  )
}

function words(candidates: readonly Candidate[], partial: string): Offer {
  const fitting = candidates.filter(({ word }) => word.startsWith(partial) && harmless.test(word))
  return { is: 'words', candidates: fitting.toSorted((a, b) => (a.word < b.word ? -1 : 1)) }
}
