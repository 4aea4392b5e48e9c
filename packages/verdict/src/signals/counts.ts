import { type Count, type Fields, isFields } from '@sitrep/status'
import { valueAt, wholeNumber } from '../foreign/value.ts'
import type { Field } from '../foreign/walk.ts'
import { holds } from '../kinds/knowledge.ts'
import { type Signal, signal } from '../signal.ts'
import type { Subject } from '../subject.ts'
import { countedBy, lowerFirst, wantedFor, wordsOf } from './count-names.ts'

/** So many of something, against what was asked for. */
interface Tally {
  readonly path: string
  readonly have: number
  readonly wanted: number
  readonly words: string
}

/** What the counters say: those that are known for the kind, and otherwise those with names that everybody uses. */
export function countSignals(subject: Subject, fields: readonly Field[]): readonly Signal[] {
  const known = subject.knowledge.flatMap(({ counts }) => counts ?? [])
  if (known.length > 0) return known.flatMap((count) => knownCount(subject, count) ?? [])
  const asked = specCounts(subject)
  const reported = statusCounts(subject, fields).filter(
    ({ evidence }) => !asked.some((each) => each.evidence.path === evidence.path),
  )
  return [...asked, ...reported, ...ratios(fields)]
}

function knownCount(subject: Subject, count: Count): Signal | undefined {
  const { wanted: wantedPath, otherwise, have: path, absent, words, unless, atLeast } = count
  if (unless?.some((test) => holds(subject.object, test))) return undefined
  const wanted = wholeNumber(valueAt(subject.object, wantedPath)) ?? otherwise
  const have = wholeNumber(valueAt(subject.object, path)) ?? (absent === 'zero' ? 0 : undefined)
  if (wanted === undefined || have === undefined) return undefined
  return tallySignal({ path, have: atLeast ? Math.min(have, wanted) : have, wanted, words })
}

function tallySignal({ path, have, wanted, words }: Tally): Signal {
  const says = wanted === 0 && have === 0 ? `none is wanted: 0 ${words}` : `${have} of ${wanted} ${words}`
  const sense = have === wanted ? 'good' : 'progress'
  return signal({ path, value: `${have}/${wanted}`, says, sense, of: 'part' })
}

// A spec that asks for more or fewer than are ready. Autoscalers and shards make other sums; equal nouns are safe.
function specCounts({ spec, status }: Subject): readonly Signal[] {
  return Object.keys(status).flatMap((name) => {
    const counted = countedBy(name)
    const have = wholeNumber(status[name])
    if (counted === undefined || counted.noun === '' || have === undefined) return []
    const key = lowerFirst(counted.noun)
    const wanted = wholeNumber(spec[key]) ?? (key === 'replicas' ? wholeNumber(spec['size']) : undefined)
    if (wanted === undefined) return []
    const words = wordsOf(counted)
    return [tallySignal({ path: `status.${name}`, have: Math.min(have, wanted), wanted, words })]
  })
}

const owners = (root: Fields, fields: readonly Field[]): readonly (readonly [string, Fields])[] => [
  ['status', root],
  ...fields.flatMap(({ path, value }) => (isFields(value) ? [[path, value] as const] : [])),
]

function statusCounts(subject: Subject, fields: readonly Field[]): readonly Signal[] {
  return owners(subject.status, fields).flatMap(([path, owner]) => [
    ...pairsIn(path, owner),
    ...unavailableIn(path, owner),
  ])
}

function pairsIn(path: string, owner: Fields): readonly Signal[] {
  return Object.keys(owner).flatMap((name) => {
    const [counted, have] = [countedBy(name), wholeNumber(owner[name])]
    if (counted === undefined || have === undefined) return []
    const wanted = wantedFor(counted, owner)
    if (wanted === undefined) return []
    const words = wordsOf(counted)
    return [tallySignal({ path: `${path}.${name}`, have: Math.min(have, wanted), wanted, words })]
  })
}

const unavailableNames = ['unavailableReplicas', 'unavailable', 'numberUnavailable'] as const

function unavailableIn(path: string, owner: Fields): readonly Signal[] {
  return unavailableNames.flatMap((name) => {
    const missing = wholeNumber(owner[name])
    if (missing === undefined || missing <= 0) return []
    const says = `${missing} are unavailable`
    return [signal({ path: `${path}.${name}`, value: String(missing), says, sense: 'progress', of: 'part' })]
  })
}

// Ratios are written out under many names: ready: 2/3, statusReplicas: 1/1.
function ratios(fields: readonly Field[]): readonly Signal[] {
  return fields.flatMap(({ path, key, value }) => {
    const found = typeof value === 'string' ? /^(\d{1,6})\/(\d{1,6})$/.exec(value) : null
    if (found === null || !/ready|available|status|replicas|healthy|instances|members/i.test(key)) return []
    const [have, wanted] = [Number(found[1]), Number(found[2])]
    return [tallySignal({ path, have, wanted, words: `(${key})` })]
  })
}
