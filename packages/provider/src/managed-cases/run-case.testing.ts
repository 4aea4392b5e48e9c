import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { conditionOf, conditionsOf, passRules } from '@sitrep/crossplane/managed'
import { at, type KubeObject, type Profile } from '@sitrep/status'
import type { ChangeLogEntry } from '../pass/change-log.ts'
import type { NextPass, PassOptions, ToldEvent } from '../pass/pass-options.ts'
import { reconcileOnce } from '../pass/reconcile-once.ts'
import type { ManagedCase, Outcome, Situation } from './case.testing.ts'
import { caseConditionsOf, PlayedObject, storedObject } from './played-object.testing.ts'
import { PlayedProvider } from './played-provider.testing.ts'
import { PlayedSecret, publisherOf, storedSecret } from './played-secret.testing.ts'
import { errorOf, Faults, PlayedTime } from './played-time.testing.ts'

/** What became of a case. */
export interface CaseResult {
  readonly name: string
  readonly passed: boolean
  /** What differs, a line each. */
  readonly differences: readonly string[]
}

/** The cases that lie with this package. */
export const storedCases = (): readonly ManagedCase[] =>
  readFileSync(join(import.meta.dirname, '..', '..', 'vectors', 'managed.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** Whether something is a case of a pass over a managed resource. */
export function isManagedCase(value: unknown): value is ManagedCase {
  const given = (value ?? {}) as Partial<ManagedCase>
  return given.w !== undefined && given.in?.kind !== undefined && given.in.config !== undefined
}

/** Plays one case on the very code that runs live, and compares what comes of it. */
export async function runManagedCase(given: ManagedCase): Promise<CaseResult> {
  const name = `${given.id}: ${given.n}${given.quirk === undefined ? '' : ` (${given.quirk})`}`
  const { outcome, row } = await playCase(given.in, 'released')
  const differences = [
    ...differencesOf(outcome, given.w),
    ...(row === String(given.row) ? [] : [`row is ${row}, expected ${given.row}`]),
  ]
  return { name, passed: differences.length === 0, differences }
}

function differencesOf(actual: Outcome, wanted: Outcome): readonly string[] {
  const keys = new Set([...Object.keys(actual), ...Object.keys(wanted)] as (keyof Outcome)[])
  return [...keys].flatMap((key) =>
    isDeepStrictEqual(actual[key], wanted[key])
      ? []
      : [`${key} is ${JSON.stringify(actual[key])}, expected ${JSON.stringify(wanted[key])}`],
  )
}

/** Plays a situation in one language. */
export async function playCase(
  situation: Situation,
  profile: Profile,
): Promise<{ readonly outcome: Outcome; readonly row: string }> {
  const log: string[] = []
  const time = new PlayedTime()
  const faults = new Faults(situation.faults ?? [], time)
  const before = situation.object === null ? undefined : storedObject(situation.object)
  const object = new PlayedObject(before, faults, log)
  const secret = new PlayedSecret(situation.secret && storedSecret(situation.secret), faults, log)
  const provider = new PlayedProvider(situation, time, log)
  const events: ToldEvent[] = []
  const changes: ChangeLogEntry[] = []
  const rules = passRules(profile)
  const { next, row } = await reconcileOnce({
    ...settingsOf(situation),
    api: object,
    connector: provider.connector(),
    publisher: publisherOf({
      situation,
      secret,
      faults,
      clock: time,
      log,
      retries: rules.retries,
      lastCall: () => provider.lastCall,
    }),
    initializers: provider.initializers(),
    references: provider.references(),
    changeLog: {
      record: async (entry) => {
        changes.push(entry)
        if (situation.changeLog?.err !== undefined) throw errorOf(situation.changeLog.err)
      },
    },
    clock: time,
    rules,
    tell: (event) => events.push(event),
  })
  return {
    row,
    outcome: present({
      ...resultOf(next),
      do: log,
      events: events.map(({ type, reason, message, externalName }) => [type, reason, message, externalName]),
      sent: object.sent,
      ...objectOutcome(before, object.stored),
      secret: notEmpty(secret.stored?.data),
      changeLog: notEmpty(changes.map(changeOf)),
    }),
  }
}

type Settings = Pick<PassOptions, 'settings' | 'poll' | 'pollHook' | 'timeoutMs'>

function settingsOf({ kind, noTracker, config }: Situation): Settings {
  const { poll = 60, minPoll = 0, grace = 30, timeout = 60 } = config
  return {
    settings: {
      managementPolicies: config.policies === true ? 'followed' : 'ignored',
      unsetPolicies: 'paused',
      deletionPolicy: kind === 'legacy' ? 'offered' : 'none',
      deterministicName: config.deterministicName === true,
      requests: noTracker === true ? 'not kept' : 'kept',
      creationGraceMs: grace * 1000,
      promptUpdates: 5,
    },
    poll: { pollMs: poll * 1000, minPollMs: minPoll * 1000 },
    timeoutMs: timeout * 1000,
    ...(config.hook === 'double' && { pollHook: (_object: KubeObject, interval: number) => interval * 2 }),
    ...(config.hook === 'ready' && {
      pollHook: (object: KubeObject, interval: number) =>
        conditionOf(object, 'Ready')?.status === 'True' ? interval : 10_000,
    }),
  }
}

function resultOf(next: NextPass): Pick<Outcome, 'result' | 'err'> {
  switch (next.due) {
    case 'none':
      return { result: 'none' }
    case 'again':
      return { result: 'requeue' }
    case 'after':
      return { result: { after: next.milliseconds / 1000 } }
    case 'error':
      return { result: 'error', err: next.error.message }
  }
}

function objectOutcome(before: KubeObject | undefined, after: KubeObject | undefined): Partial<Outcome> {
  if (before === undefined || after === undefined) return { conditions: [], ...(before && { gone: true }) }
  const changed = <Value>(pick: (object: KubeObject) => Value): Value | undefined =>
    isDeepStrictEqual(pick(before), pick(after)) ? undefined : pick(after)
  const field = (...path: string[]): string | undefined => changed((object) => at(object, ...path) as string)
  const times = new Map(
    conditionsOf(before).map(({ type, lastTransitionTime }) => [type, lastTransitionTime]),
  )
  const moved = conditionsOf(after).map(
    ({ type, lastTransitionTime }) => times.get(type) !== lastTransitionTime,
  )
  return {
    conditions: caseConditionsOf(after).map((condition, index) => [...condition, moved[index] === true]),
    annotations: notEmpty(changedAnnotations(before, after)),
    finalizers: notEmpty(after.metadata.finalizers),
    generation: changed(({ metadata }) => metadata.generation),
    late: field('spec', 'late'),
    ref: field('spec', 'ref'),
    at: field('status', 'at'),
    lastHandled: field('status', 'lastHandledReconcileAt'),
  } as Partial<Outcome>
}

function changedAnnotations(before: KubeObject, after: KubeObject): Readonly<Record<string, string>> {
  const { annotations = {} } = before.metadata
  const entries = Object.entries(after.metadata.annotations ?? {})
  return Object.fromEntries(entries.filter(([name, value]) => annotations[name] !== value))
}

const changeOf = ({ operation, error, details }: ChangeLogEntry): readonly unknown[] => [
  operation,
  error ?? null,
  ...(Object.keys(details).length > 0 ? [details] : []),
]

const notEmpty = <Value extends object>(value: Value | undefined): Value | undefined =>
  value === undefined || Object.keys(value).length === 0 ? undefined : value

/** Without what is not there. */
const present = (outcome: Readonly<Record<string, unknown>>): Outcome =>
  Object.fromEntries(Object.entries(outcome).filter(([, value]) => value !== undefined)) as unknown as Outcome
