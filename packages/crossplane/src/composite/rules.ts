import {
  type ChoiceRules,
  type ConditionRules,
  compareBytes,
  False,
  keep,
  otherwise,
  True,
} from '@sitrep/conditions'
import type { CompositeFacts, CompositeStep } from './types.ts'

// The texts that Crossplane puts before an error; that of a pipeline stands by itself.
const prefixes: Readonly<Record<CompositeStep, string>> = {
  'remove-finalizer': 'cannot remove composite resource finalizer: ',
  'add-finalizer': 'cannot add composite resource finalizer: ',
  'select-composition': 'cannot select Composition: ',
  'select-revision': 'cannot select CompositionRevision: ',
  'fetch-composition': 'cannot fetch Composition: ',
  'check-pipeline': '',
  configure: 'cannot configure composite resource: ',
  compose: 'cannot compose resources: ',
  watch: 'cannot watch resource for changes: ',
  publish: 'cannot publish connection details: ',
}

/** What went wrong, with what was being done. */
export const failureText = ({ failure }: CompositeFacts): string =>
  failure === undefined ? '' : `${prefixes[failure.step]}${failure.text}`

const unsynced = ({ composed }: CompositeFacts): readonly string[] =>
  composed.flatMap(({ name, synced }) => (synced ? [] : [name]))
const unready = ({ composed }: CompositeFacts): readonly string[] =>
  composed.flatMap(({ name, ready }) => (ready ? [] : [name]))

// biome-ignore format: the table is the specification; its columns stay aligned
export const responsive: ConditionRules<CompositeFacts> = {
  type: 'Responsive',
  rows: [
    ['something sends too many events', (f) => f.circuitOpenedBy !== undefined, False('WatchCircuitOpen', (f) => `Too many watch events from ${f.circuitOpenedBy}. Allowing events periodically.`)],
    ['all is calm',                     otherwise,                              True('WatchCircuitClosed')],
  ],
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const synced: ConditionRules<CompositeFacts> = {
  type: 'Synced',
  rows: [
    ['paused by annotation',                 (f) => f.paused,                                                        False('ReconcilePaused', 'Reconciliation (including deletion) is paused via the pause annotation')],
    ['resources were refused as invalid',    (f) => f.failure?.step === 'compose' && f.failure.invalid,              False('ReconcileError', 'cannot compose resources: some resources were invalid, check events')],
    ['something failed',                     (f) => f.failure !== undefined,                                         False('ReconcileError', failureText)],
    ['deleted',                              (f) => f.deleted,                                                       True('ReconcileSuccess')],
    ['composed resources are not valid yet', (f) => unsynced(f).length > 0,                                          False('ReconcileError', (f) => `Unsynced resources: ${someNames(unsynced(f))}`)],
    ['otherwise',                            otherwise,                                                              True('ReconcileSuccess')],
  ],
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const ready: ConditionRules<CompositeFacts> = {
  type: 'Ready',
  rows: [
    ['paused by annotation',                 (f) => f.paused,                       keep],
    ['deleted',                              (f) => f.deleted,                      False('Deleting')],
    ['something failed',                     (f) => f.failure !== undefined,        keep],
    ['a function says that it is ready',     (f) => f.functions.ready === true,     True('Available')],
    ['a function says that it is not ready', (f) => f.functions.ready === false,    False('Creating')],
    ['composed resources are not ready yet', (f) => unready(f).length > 0,          False('Creating', (f) => `Unready resources: ${someNames(unready(f))}`)],
    ['otherwise',                            otherwise,                             True('Available')],
  ],
}

/** When a composite is looked at again. */
export type CompositeDue = 'none' | 'error' | 'again' | 'poll' | 'ttl'

// biome-ignore format: the table is the specification; its columns stay aligned
export const nextLook: ChoiceRules<CompositeFacts, CompositeDue> = {
  name: 'CompositeNext',
  rows: [
    ['paused by annotation',                                        (f) => f.paused,                                               'none'],
    ['something failed',                                            (f) => f.failure !== undefined,                                'error'],
    ['deleted',                                                     (f) => f.deleted,                                              'none'],
    ['nobody tells of changes, and not all is valid and ready yet', (f) => !f.realtime && unsynced(f).length + unready(f).length > 0, 'again'],
    ['changes are told, and the answers hold for a while',          (f) => f.realtime && f.functions.ttlMs > 0,                    'ttl'],
    ['otherwise',                                                   otherwise,                                                     'poll'],
  ],
}

const shown = 3

/** Names in order: `a, b`, `a, b, and c`, `a, b, c, and 2 more`. */
export function someNames(names: readonly string[]): string {
  const sorted = names.toSorted(compareBytes)
  const first = sorted.slice(0, shown)
  if (sorted.length > shown) return `${first.join(', ')}, and ${sorted.length - shown} more`
  if (sorted.length < shown) return first.join(', ')
  return `${first.slice(0, -1).join(', ')}, and ${first.at(-1)}`
}
