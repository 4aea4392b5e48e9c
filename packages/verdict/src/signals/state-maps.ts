import type { Sense } from '@sitrep/status'
import { type Fields, isFields, saysSomething } from '../foreign/value.ts'
import type { Field } from '../foreign/walk.ts'
import { readSense } from '../lexicon/read-sense.ts'
import { splitWords } from '../lexicon/split-words.ts'
import { type Signal, type SignalSense, signal } from '../signal.ts'

/**
 * What maps say that hold one state per component (`executorState: { exec-1: RUNNING }`), or the components by their
 * state (`ingester: { Failed: [pod-0] }`). A map of which one entry is something else is none of them.
 */
export function stateMapSignals(fields: readonly Field[]): readonly Signal[] {
  return fields.flatMap(({ key, path, value }) => {
    if (!isFields(value) || !saysSomething(value)) return []
    return isStateMap(key, value) ? byComponent(path, value) : isPodMap(value) ? byState(path, value) : []
  })
}

const mapNames = /(State|Status|Phase|Health|States|Statuses|Phases)$/

const isState = (value: unknown): boolean =>
  typeof value === 'string' && splitWords(value).length <= 3 && readSense(value) !== undefined

const isStateMap = (key: string, map: Fields): boolean =>
  mapNames.test(key) && Object.values(map).every(isState) && !Object.keys(map).some((name) => plain.has(name))

// Such keys tell of one thing, not of several components.
const plain: ReadonlySet<string> = new Set([
  'health',
  'message',
  'phase',
  'reason',
  'result',
  'state',
  'status',
  'type',
])

const isPodMap = (map: Fields): boolean =>
  Object.entries(map).every(([state, members]) => Array.isArray(members) && readSense(state) !== undefined)

const byComponent = (path: string, map: Fields): readonly Signal[] =>
  Object.entries(map).map(([name, state]) => said(`${path}.${name}`, String(state), readSense(String(state))))

const byState = (path: string, map: Fields): readonly Signal[] =>
  Object.entries(map)
    .filter(([, members]) => saysSomething(members))
    .map(([state, members]) =>
      said(`${path}.${state}`, String((members as readonly unknown[]).length), readSense(state)),
    )

function said(path: string, value: string, sense: Sense | undefined): Signal {
  const says = `${path.slice('status.'.length)} is ${value}`
  return signal({ path, value, says, of: 'part', sense: partSense(sense) })
}

function partSense(sense: Sense | undefined): SignalSense {
  if (sense === 'final' || sense === 'bad') return 'bad'
  if (sense === 'progress' || sense === 'task' || sense === 'unready') return 'progress'
  return sense === 'good' || sense === 'done' ? 'good' : 'neutral'
}
