import { remembering } from '../remembering.ts'
import { acronyms, endings, irregularWords } from './plural-words.ts'

const singulars: ReadonlyMap<string, string> = new Map(
  irregularWords.map((word) => [word.singular, word.plural]),
)

const plurals: ReadonlySet<string> = new Set(
  irregularWords
    .filter((word) => !word.oneWay)
    .flatMap(({ plural, alternative }) => (alternative === undefined ? [plural] : [plural, alternative])),
)

interface SuffixRule {
  readonly suffix: string
  readonly plural: string
}

const suffixRules: readonly SuffixRule[] = [
  ...irregularWords.filter((word) => !word.wholeWord).reverse(),
  ...endings,
].flatMap(({ singular, plural }) => [
  { suffix: plural, plural },
  { suffix: singular, plural },
])

// A word can only end as its own last letter says, so nine in ten rules need no look; their order is kept.
const rulesByLastLetter: ReadonlyMap<string, readonly SuffixRule[]> = byLastLetter(suffixRules)

function byLastLetter(rules: readonly SuffixRule[]): ReadonlyMap<string, readonly SuffixRule[]> {
  const groups = new Map<string, SuffixRule[]>()
  for (const rule of rules) {
    const letter = rule.suffix.slice(-1)
    const group = groups.get(letter)
    if (group) group.push(rule)
    else groups.set(letter, [rule])
  }
  return groups
}

/** The plural of a kind, as upstream's English rules form it: `Policy` gives `Policies`, `Endpoints` stays. */
export const pluralOf: (kind: string) => string = remembering(formPlural, 8)

function formPlural(kind: string): string {
  const word = lastWord(kind)
  if (word === '') return ''
  const irregular = singulars.get(kind)
  if (irregular !== undefined) return irregular
  if (plurals.has(kind)) return kind
  const lower = word.toLowerCase()
  if (plurals.has(lower)) return kind
  const plural = singulars.get(lower)
  if (plural !== undefined) return withEnding(kind, word, startsUpper(word) ? capitalize(plural) : plural)
  const rule = rulesByLastLetter.get(word.slice(-1))?.find(({ suffix }) => word.endsWith(suffix))
  if (rule) return withEnding(kind, word, word.slice(0, word.length - rule.suffix.length) + rule.plural)
  return lower.endsWith('s') ? kind : `${kind}s`
}

// A last word that was put into capitals no longer is the end of the kind, and is then appended: `FooDns` gives
// `FooDnsDNSes`. Upstream does so too.
function withEnding(kind: string, word: string, plural: string): string {
  return (kind.endsWith(word) ? kind.slice(0, kind.length - word.length) : kind) + plural
}

const separator = /^[_ :\-/]$|^\p{White_Space}$/u
const upper = /^\p{Lu}/u
const partOfWord = /^[\p{L}\p{Nd}\p{P}`]$/u

function lastWord(kind: string): string {
  const trimmed = kind.trim()
  const whole = acronymOf(trimmed)
  if (whole !== undefined) return whole
  let last = ''
  let word = ''
  let afterUpper = false
  const finish = (next: string): void => {
    last = finished(word) || last
    word = next
  }
  for (const letter of trimmed) {
    const isUpper = upper.test(letter)
    if (separator.test(letter)) finish('')
    else if (isUpper && (!afterUpper || acronymOf(word) !== undefined)) finish(letter)
    else if (partOfWord.test(letter)) word += letter
    else finish('')
    afterUpper = isUpper
  }
  finish('')
  return last
}

function finished(word: string): string {
  const bare = word.replaceAll(/^[_ :\-/]+|[_ :\-/]+$/g, '')
  return acronymOf(bare) ?? bare
}

// Letters outside ASCII are in no acronym, but ß would become SS and so part of one.
function acronymOf(word: string): string | undefined {
  const capitals = word.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase())
  return acronyms.has(capitals) ? capitals : undefined
}

function startsUpper(word: string): boolean {
  return upper.test(word)
}

function capitalize(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
