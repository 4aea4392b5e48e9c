import { type ObjectRef, refKey } from '@sitrep/status'
import type { FleetAnswer, FleetRow, Transition } from '../src/answers.ts'
import { questions } from '../src/questions.ts'
import { byGravity } from './fleet/filter.ts'
import { AskError, type Change, type Connection, type Source } from './source/source.ts'

/** What the page knows of the fleet at an instant. */
export interface Fleet {
  /** Absent until the first answer. */
  readonly rows?: readonly FleetRow[]
  readonly unseen: readonly string[]
  readonly connection: Connection
  /** Why there is no first answer. */
  readonly error?: AskError
  /** Grows when everything has to be asked for again. */
  readonly asked: number
}

/** The fleet, kept current by what the source tells. */
export interface World {
  readonly source: Source
  readonly fleet: () => Fleet
  /** The instant that ages are counted from. */
  readonly now: () => number
  /** Called after each change, at most once a frame. */
  readonly onFleet: (listener: () => void) => () => void
  readonly onTouched: (listener: (keys: ReadonlySet<string>) => void) => () => void
  readonly onTransition: (listener: (transition: Transition) => void) => () => void
  readonly useToken: (token: string) => void
  /** Begins, or begins again. */
  readonly start: () => void
}

/** Keeps the fleet. `soon` runs work a little later, so that many changes are drawn once; `later` tries again. */
export function createWorld(
  source: Source,
  { soon, later }: { readonly soon: (work: () => void) => void; readonly later: (work: () => void) => void },
): World {
  const rows = new Map<string, FleetRow>()
  let fleet: Fleet = { unseen: [], connection: { state: 'connecting' }, asked: 0 }
  let stop = (): void => undefined
  let attempt = 0
  let stood: number | undefined
  const fleetTold = tellers<void>()
  const touchedTold = tellers<ReadonlySet<string>>()
  const transitionTold = tellers<Transition>()

  let told = true
  let sorted = true
  const tell = (): void => {
    if (!told) return
    told = false
    soon(() => {
      told = true
      if (!sorted) fleet = { ...fleet, rows: [...rows.values()].sort(byGravity) }
      sorted = true
      fleetTold.tell()
    })
  }
  const set = (next: Partial<Fleet>): void => {
    fleet = { ...fleet, ...next }
    tell()
  }

  const change = (told: Change): void => {
    switch (told.name) {
      case 'row':
        if ('row' in told.value) rows.set(refKey(told.value.row.ref), told.value.row)
        else rows.delete(refKey(told.value.gone))
        sorted = false
        tell()
        return
      case 'touched':
        touchedTold.tell(new Set(told.value.refs.map(refKey)))
        return
      case 'transition':
        transitionTold.tell(told.value)
        return
      case 'reset':
        start()
        return
    }
  }

  const begin = (answer: FleetAnswer): void => {
    rows.clear()
    for (const row of answer.rows) rows.set(refKey(row.ref), row)
    const { error: _, ...rest } = fleet
    fleet = {
      ...rest,
      rows: [...rows.values()].sort(byGravity),
      unseen: answer.unseen,
      asked: fleet.asked + 1,
    }
    sorted = true
    tell()
    stood = answer.at === undefined ? undefined : Date.parse(answer.at)
    if (stood !== undefined && source.goesOn) {
      set({ connection: { state: 'snapshot', at: stood, words: '' } })
      return
    }
    stop = source.follow(answer.upTo, { change, connection: (connection) => set({ connection }) })
  }

  const start = (): void => {
    stop()
    const mine = ++attempt
    source.ask<FleetAnswer>(questions.fleet()).then(
      (answer) => {
        if (mine === attempt) begin(answer)
      },
      (error: unknown) => {
        if (mine !== attempt) return
        if (!(error instanceof AskError)) throw error
        const wanted = error.code === 'token-wanted'
        const { connection } = fleet
        const since = connection.state === 'stale' ? connection.since : source.now()
        set({ error, connection: wanted ? { state: 'token-wanted' } : { state: 'stale', since } })
        if (!wanted && error.code !== 'forbidden') later(() => mine === attempt && start())
      },
    )
  }

  return {
    source,
    fleet: () => fleet,
    now: () => stood ?? source.now(),
    onFleet: fleetTold.add,
    onTouched: touchedTold.add,
    onTransition: transitionTold.add,
    useToken(token) {
      source.useToken(token)
      start()
    },
    start,
  }
}

function tellers<Told>() {
  const listeners = new Set<(told: Told) => void>()
  return {
    add: (listener: (told: Told) => void) => {
      listeners.add(listener)
      return (): void => {
        listeners.delete(listener)
      }
    },
    tell: (told: Told): void => {
      for (const listener of listeners) listener(told)
    },
  }
}

/** Whether one of these objects is among those that changed. */
export const isTouched = (keys: ReadonlySet<string>, refs: readonly ObjectRef[]): boolean =>
  refs.some((ref) => keys.has(refKey(ref)))
