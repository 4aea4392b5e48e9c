import { type Sense, senses } from '@sitrep/status'
import { negators, notGoingOn, senseOf, whenAlone } from './senses.ts'
import { splitWords } from './split-words.ts'

const longestPhrase = 4
// How far a "not" reaches: "not all replicas are ready".
const reach = 4

/** How eagerly a text is read: `name` takes every word in -ing for something that goes on, `prose` only known words. */
export type Manner = 'name' | 'prose'

/** What a name, a state or a text says; nothing where none of its words is known. The weightiest of several senses counts. */
export function readSense(text: string, manner: Manner = 'name'): Sense | undefined {
  const words = splitWords(text)
  const alone = words.length === 1 ? whenAlone.get(words[0] ?? '') : undefined
  return alone ?? weightiest(sensesIn(words, manner))
}

/** Whether a text begins with a work that goes on: "Creating the pods" does, "Serving traffic" and "Existing pods" do not. */
export function beginsWithWork(text: string): boolean {
  const [first = ''] = splitWords(text)
  return goesOn(first) && (senseOf.get(first) ?? 'progress') === 'progress'
}

/** What the last telling word of a name says: of `DatabaseUpgradeFailed` it is the failure that matters. */
export function readLastSense(text: string): Sense | undefined {
  return sensesIn(splitWords(text), 'name').at(-1)?.sense
}

const rank: ReadonlyMap<Sense, number> = new Map(senses.map((sense, at) => [sense, at]))

function weightiest(found: readonly Found[]): Sense | undefined {
  const open = found.filter((each, at) => !endedWell(each, found[at + 1])).map(({ sense }) => sense)
  return open.sort((a, b) => rankOf(a) - rankOf(b))[0]
}

const rankOf = (sense: Sense): number => rank.get(sense) ?? senses.length

interface Found {
  readonly at: number
  readonly size: number
  readonly sense: Sense
}

// "ProvisioningSucceeded" is over, "WaitingForReady" is not: only the very next word tells the end.
const endedWell = (each: Found, next: Found | undefined): boolean =>
  each.sense === 'progress' && next?.sense === 'done' && next.at === each.at + each.size

function sensesIn(words: readonly string[], manner: Manner): readonly Found[] {
  const found: Found[] = []
  let at = 0
  while (at < words.length) {
    const here = senseHere(words, at, manner) ?? negated(words, at, manner)
    if (here !== undefined) found.push(here)
    at += here?.size ?? 1
  }
  return found
}

function senseHere(words: readonly string[], at: number, manner: Manner): Found | undefined {
  for (let size = Math.min(longestPhrase, words.length - at); size > 0; size--) {
    const sense = senseOf.get(words.slice(at, at + size).join(' '))
    if (sense !== undefined) return { at, size, sense }
  }
  const word = words[at] ?? ''
  return manner === 'name' && goesOn(word) ? { at, size: 1, sense: 'progress' } : undefined
}

const goesOn = (word: string): boolean => word.length > 4 && word.endsWith('ing') && !notGoingOn.has(word)

function negated(words: readonly string[], at: number, manner: Manner): Found | undefined {
  const negator = words[at] ?? ''
  if (!negators.has(negator)) return undefined
  for (let next = at + 1; next <= at + reach && next < words.length; next++) {
    // "could not find x: not found": the second "not" speaks for itself.
    if (negators.has(words[next] ?? '')) break
    const what = senseHere(words, next, manner)
    if (what !== undefined) return { at, size: next + what.size - at, sense: opposite[what.sense] }
  }
  // "Not" before a word that nobody knows still says that something is not as it is wanted; "no" says nothing.
  return negator === 'not' ? { at, size: 1, sense: 'unready' } : undefined
}

const opposite: Readonly<Record<Sense, Sense>> = {
  final: 'good',
  bad: 'good',
  unready: 'none',
  warning: 'none',
  paused: 'none',
  progress: 'none',
  unknown: 'unknown',
  step: 'unready',
  none: 'unready',
  done: 'unready',
  good: 'unready',
  task: 'none',
}
