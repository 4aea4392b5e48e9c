import type { Count } from '@sitrep/status'
import { type Fields, isFields, valueAt, wholeNumber } from '../foreign/value.ts'
import type { Field } from '../foreign/walk.ts'
import { holds } from '../kinds/knowledge.ts'
import { readSense } from '../lexicon/read-sense.ts'
import { splitWords } from '../lexicon/split-words.ts'
import { type Signal, signal } from '../signal.ts'
import type { Subject } from '../subject.ts'
import { countedBy, lowerFirst, wantedFor, wordsOf } from './count-names.ts'
import { asksForNone, keepsOldOnes, wantedBySpec } from './wanted.ts'

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
  if (subject.knowledge.some(({ counts }) => counts !== undefined))
    return known.flatMap((count) => knownCount(subject, count) ?? [])
  const asked = specCounts(subject)
  const reported = statusCounts(subject, fields).filter(
    ({ evidence }) => !asked.some((each) => each.evidence.path === evidence.path),
  )
  return [...asked, ...reported, ...oldReplicas(subject), ...ratios(fields, subject.spec)]
}

function knownCount(subject: Subject, count: Count): Signal | undefined {
  const { wanted: wantedPath, otherwise, have: path, absent, words, unless, atLeast } = count
  if (unless?.some((test) => holds(subject.object, test))) return undefined
  const wanted = wholeNumber(valueAt(subject.object, wantedPath)) ?? otherwise
  const have = wholeNumber(valueAt(subject.object, path)) ?? (absent === 'zero' ? 0 : undefined)
  if (wanted === undefined || have === undefined) return undefined
  return {
    ...tallySignal({ path, have: atLeast ? Math.min(have, wanted) : have, wanted, words }),
    known: true,
  }
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
    if (isRevision(counted) && keepsOldOnes(spec)) return []
    const wanted = wantedBySpec(lowerFirst(counted.noun), spec)
    if (wanted === undefined) return []
    const words = wordsOf(counted)
    return [tallySignal({ path: `status.${name}`, have: Math.min(have, wanted), wanted, words })]
  })
}

const owners = (root: Fields, fields: readonly Field[]): readonly (readonly [string, Fields])[] => [
  ['status', root],
  ...fields.flatMap(({ path, value }) => (isFields(value) ? [[path, value] as const] : [])),
]

function statusCounts({ spec, status }: Subject, fields: readonly Field[]): readonly Signal[] {
  const covered = fields.flatMap(({ path, value }) => (isFields(value) && hasOwnHealth(value) ? [path] : []))
  return owners(status, fields)
    .filter(([path]) => !covered.some((entry) => path === entry || path.startsWith(`${entry}.`)))
    .flatMap(([path, owner]) => [...pairsIn(path, owner, spec), ...unavailableIn(path, owner)])
}

// Whoever judges its own health has counted already.
const hasOwnHealth = ({ health, healthStatus }: Fields): boolean =>
  [health, healthStatus].some((value) => typeof value === 'string' && readSense(value) !== undefined)

function pairsIn(path: string, owner: Fields, spec: Fields): readonly Signal[] {
  return Object.keys(owner).flatMap((name) => {
    const [counted, have] = [countedBy(name), wholeNumber(owner[name])]
    if (counted === undefined || have === undefined || (isRevision(counted) && keepsOldOnes(spec))) return []
    const wanted = wantedFor(counted, owner) ?? withUnready(name, have, owner)
    // None of none says nothing, unless none was asked for.
    if (wanted === undefined || (wanted === 0 && have === 0 && !asksForNone(spec))) return []
    const words = wordsOf(counted)
    return [tallySignal({ path: `${path}.${name}`, have: Math.min(have, wanted), wanted, words })]
  })
}

// "readyNodes" beside "unreadyNodes": both together are all.
function withUnready(name: string, have: number, owner: Fields): number | undefined {
  const others = wholeNumber(owner[`un${name}`])
  return others === undefined ? undefined : have + others
}

const isRevision = ({ state }: { readonly state: string }): boolean => /^(updated|upToDate)/.test(state)

// What is asked for can all be there while replicas of before are still around.
function oldReplicas({ spec, status }: Subject): readonly Signal[] {
  const [all, updated] = [wholeNumber(status['replicas']), wholeNumber(status['updatedReplicas'])]
  if (all === undefined || updated === undefined || all <= updated || keepsOldOnes(spec)) return []
  const says = `${all - updated} old replicas are still there`
  return [signal({ path: 'status.replicas', value: String(all), says, sense: 'progress', of: 'part' })]
}

const missingName =
  /^(number)?(un(available|ready|healthy)|notReady)(Replicas|Nodes|Pods|Instances|Members|Machines)?$/i

function unavailableIn(path: string, owner: Fields): readonly Signal[] {
  return Object.keys(owner)
    .filter((name) => missingName.test(name))
    .flatMap((name) => {
      const missing = wholeNumber(owner[name])
      if (missing === undefined || missing <= 0) return []
      const says = `${missing} are ${splitWords(name).find((word) => word.startsWith('un')) ?? 'not ready'}`
      return [
        signal({ path: `${path}.${name}`, value: String(missing), says, sense: 'progress', of: 'part' }),
      ]
    })
}

// Ratios are written out under many names: ready: 2/3, statusReplicas: 1/1.
function ratios(fields: readonly Field[], spec: Fields): readonly Signal[] {
  return fields.flatMap(({ path, key, value }) => {
    const found = typeof value === 'string' ? /^(\d{1,6})\/(\d{1,6})$/.exec(value) : null
    if (found === null || !/ready|available|status|replicas|healthy|instances|members/i.test(key)) return []
    const [have, wanted] = [Number(found[1]), Number(found[2])]
    if (wanted === 0 && have === 0 && !asksForNone(spec)) return []
    return [tallySignal({ path, have, wanted, words: `(${key})` })]
  })
}
