import { yesOrNo } from '../foreign/value.ts'
import type { Field } from '../foreign/walk.ts'
import { readLastSense, readSense } from '../lexicon/read-sense.ts'
import { splitWords } from '../lexicon/split-words.ts'
import { type Signal, type SignalSense, signal } from '../signal.ts'
import type { Subject } from '../subject.ts'

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

// Only of these does a "no" mean that something is still to come: most flags merely describe.
const awaited = list(
  'applied available delivered established healthy initialized installed provisioned ready reconciled synced use valid',
)
const welcome = list(
  'active attached bound complete completed configured connected deployed enforced finished joined mounted online operational programmed published reachable running succeeded verified',
)
const steps = list('initialized')
const problems = list(
  'abort aborted degraded error failed invalid missing stalled unavailable unhealthy unschedulable',
)
const pauses = list('hibernated paused suspended')

/** What the yes-or-no fields of a status say: `ready: false`, `failed: true`, `reconciling: true`. */
export function flagSignals(subject: Subject, fields: readonly Field[]): readonly Signal[] {
  return fields.flatMap((field) => flagSignal(subject, field) ?? [])
}

function flagSignal({ ends }: Subject, { key, path, value, depth }: Field): Signal | undefined {
  const words = splitWords(key)
  const yes = yesOrNo(value) ?? inProgress(words, value)
  if (yes === undefined) return undefined
  const sense = yes ? yesSense(words, { key, depth }) : noSense(words)
  // What was last time says nothing good of now.
  if (sense === undefined || (words[0] === 'last' && sense === 'good')) return undefined
  const of = depth === 1 && !path.includes('[') && isPlain(words) ? 'whole' : 'part'
  const says = `${path.slice('status.'.length)} is ${String(value)}`
  return signal({ path, value: String(value), says, of, sense: adapted(sense, of, ends) })
}

// "ready", "readyToUse" and "isReady" are about the object, "databaseReady" is about a part of it.
const isPlain = (words: readonly string[]): boolean =>
  words.length === 1 || words[0] === 'is' || words.join(' ') === 'ready to use'

function yesSense(
  words: readonly string[],
  { key, depth }: Pick<Field, 'key' | 'depth'>,
): SignalSense | undefined {
  const last = words.at(-1) ?? ''
  if (steps.has(last)) return 'step'
  if (last === 'use' ? words[0] === 'ready' : awaited.has(last) || welcome.has(last)) return 'good'
  if (problems.has(last)) return 'bad'
  if (pauses.has(last)) return 'paused'
  // Deeper down such a flag is mostly a setting: noDevice, noProxy.
  if (words[0] === 'no' && words.length > 1 && depth === 1) return lackSense(key)
  const goesOn = words.length === 1 || words.slice(-2).join(' ') === 'in progress'
  return goesOn && readLastSense(key) === 'progress' ? 'progress' : undefined
}

// "noMatchingInstances" is a lack; "noErrors" and "noPendingChanges" are none.
function lackSense(key: string): SignalSense | undefined {
  const said = readSense(key)
  return said === undefined || said === 'unready' || said === 'bad' ? 'bad' : undefined
}

function noSense(words: readonly string[]): SignalSense | undefined {
  const last = words.at(-1) ?? ''
  if (last === 'use') return words[0] === 'ready' ? 'progress' : undefined
  if (last === 'valid') return 'bad'
  return awaited.has(last) ? 'progress' : undefined
}

// Some name the operation that goes on in place of a yes: restoreInProgress: restore-7.
const inProgress = (words: readonly string[], value: unknown): true | undefined =>
  typeof value === 'string' && value !== '' && words.slice(-2).join(' ') === 'in progress' ? true : undefined

function adapted(sense: SignalSense, of: 'whole' | 'part', ends: boolean): SignalSense {
  if (of === 'part' && (sense === 'paused' || sense === 'step')) return 'neutral'
  return sense === 'bad' && ends && of === 'whole' ? 'final' : sense
}
