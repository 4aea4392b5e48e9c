import { type Fields, isFields, valueAt, wholeNumber } from '../foreign/value.ts'
import type { Field } from '../foreign/walk.ts'
import { type Count, holds } from '../kinds/knowledge.ts'
import { type Signal, signal } from '../signal.ts'
import type { Subject } from '../subject.ts'

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

const readyNames: Readonly<Record<string, string>> = {
  readyReplicas: 'replicas are ready',
  availableReplicas: 'replicas are available',
  updatedReplicas: 'replicas are updated',
  upToDateReplicas: 'replicas are up to date',
  readyInstances: 'instances are ready',
  readyNodes: 'nodes are ready',
  readyMembers: 'members are ready',
}
const wantedNames = ['replicas', 'instances', 'size', 'nodes', 'members', 'desiredReplicas'] as const

// A spec that asks for more or fewer than are ready. Autoscalers and shards make other sums; equal nouns are safe.
function specCounts({ spec, status }: Subject): readonly Signal[] {
  return Object.entries(readyNames).flatMap(([name, words]) => {
    const have = wholeNumber(status[name])
    const noun = words.slice(0, words.indexOf(' '))
    const wanted = wholeNumber(spec[noun]) ?? (noun === 'replicas' ? wholeNumber(spec['size']) : undefined)
    if (have === undefined || wanted === undefined) return []
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
  const wantedName = wantedNames.find((name) => wholeNumber(owner[name]) !== undefined)
  const short = ['desired', 'total', 'expected'].find((name) => wholeNumber(owner[name]) !== undefined)
  const wanted = wholeNumber(owner[wantedName ?? short ?? ''])
  if (wanted === undefined) return []
  const names = Object.keys(owner).filter((name) => Object.hasOwn(readyNames, name) || name === 'ready')
  return names.flatMap((name) => {
    const have = wholeNumber(owner[name])
    const words = readyNames[name] ?? 'are ready'
    if (have === undefined || typeof owner[name] === 'boolean') return []
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
