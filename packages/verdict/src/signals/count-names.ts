import { type Fields, wholeNumber } from '../foreign/value.ts'
import { splitWords } from '../lexicon/split-words.ts'

/** What a counter counts by its name: `readyReplicas` counts Replicas that are ready. */
export interface Counted {
  readonly noun: string
  readonly state: string
}

// Of updatedReadyReplicas both words are states.
const stateFirst =
  /^((?:ready|available|healthy|updated|upToDate)(?:Ready|Available|Healthy|Updated|UpToDate)*)(?=[A-Z]|$)(\w*)$/
// DaemonSets and what is made after them put a word before: numberReady, currentHealthy, currentNodesRealized.
const wordFirst = /^(?:number|num|current)(Ready|Available|Healthy|(?:\w+)Realized)$/

/** Reads the name of a counter; nothing where it does not count what is good. */
export function countedBy(name: string): Counted | undefined {
  const [, state, noun] = stateFirst.exec(name) ?? []
  if (state !== undefined) return { state, noun: noun ?? '' }
  const [, worded] = wordFirst.exec(name) ?? []
  return worded === undefined ? undefined : { state: worded, noun: '' }
}

/** The words of a count: `replicas are up to date`. */
export function wordsOf({ noun, state }: Counted): string {
  const nouns = splitWords(noun).filter((word) => word !== 'count')
  return [...nouns, 'are', ...splitWords(state)].join(' ')
}

/** A name with a small first letter. */
export const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1)

const wantedWords = ['desired', 'desiredReady', 'expected', 'total', 'matched'] as const
const wholes = ['replicas', 'instances', 'size', 'nodes', 'members', 'desiredReplicas'] as const

/** How many are wanted, by the counters beside it. */
export function wantedFor({ noun, state }: Counted, owner: Fields): number | undefined {
  const names =
    noun !== ''
      ? [
          lowerFirst(noun),
          ...wantedWords.map((word) => word + noun),
          ...(noun === 'Replicas' ? ['size'] : []),
        ]
      : [...wantedWords.map((word) => word + state), ...wantedWords, 'desiredNumberScheduled', ...wholes]
  const name = names.find((each) => wholeNumber(owner[each]) !== undefined)
  return name === undefined ? onlyWanted(noun, owner) : wholeNumber(owner[name])
}

// "currentHealthy" beside "expectedMachines": there is nothing else that it could be counted against.
function onlyWanted(noun: string, owner: Fields): number | undefined {
  const [name, ...others] = Object.keys(owner).filter((each) => /^(expected|desired|total)[A-Z]/.test(each))
  return noun !== '' || name === undefined || others.length > 0 ? undefined : wholeNumber(owner[name])
}
