import type { Instant } from '@sitrep/conditions'
import type {
  Catalog,
  ClusterName,
  ComparedConditions,
  ConditionList,
  KindRef,
  KubeObject,
  Layer,
  ObjectRef,
} from '@sitrep/status'
import { Agenda } from './agenda.ts'
import type { StatusChange, Wanted, WorldChange } from './change.ts'
import { createExplainer, type Explanation } from './explain.ts'
import type { Keeper, Slot } from './graph.ts'
import { Holding } from './holding.ts'
import type { OnLook } from './leads.ts'
import { type MemberQuery, membersIn } from './members.ts'
import { claimsOn, ownerOn } from './ownership.ts'
import { type KindReading, objectsIn, readingsIn, type SurveyedObject } from './survey.ts'
import { takeIn } from './take-in.ts'
import { Turn } from './turn.ts'
import { type Unseen, unseenBy } from './unseen.ts'
import { WorldTables } from './world-tables.ts'

/** Keeps all statuses of a world current. It does no I/O and asks no clock: changes and the time come in, statuses come out. */
export interface Engine {
  /** Takes changes in and returns the statuses that differ, machines before sets before clusters. Their order in one call never matters. */
  readonly apply: (changes: readonly WorldChange[], now: Instant) => readonly StatusChange[]
  /**
   * The same a little at a time, for whoever has other things to do in between. Until the last step some statuses are new and some are not:
   * nothing is applied meanwhile, and nothing that is read counts as settled. With `due`, no more than so many statuses are looked at because
   * their time has come: `nextCheckAt` is in the past then, and there is time for something else before the others.
   */
  readonly applyInSteps: (
    changes: readonly WorldChange[],
    now: Instant,
    due?: number,
  ) => Generator<void, readonly StatusChange[], void>
  /** When time alone will change something: call `apply([], then)`. */
  readonly nextCheckAt: Instant | undefined
  /** What is asked for and cannot be read now. Whoever feeds the world feeds exactly this. */
  readonly wanted: readonly Wanted[]
  /** All that is asked for, read or not: what is fed beyond this is fed in vain. */
  readonly asked: readonly Wanted[]
  /** Counts up whenever `asked` or `kinds` changes, so that nobody has to compare it after every call. */
  readonly askedRevision: number
  /** An object as Sitrep sees it, its computed status included. */
  readonly object: (ref: ObjectRef) => KubeObject | undefined
  /** Which kinds are read by which, through which views: one entry for each that occurs now. */
  readonly reads: () => readonly KindReading[]
  /** Every object of the world, or those of one kind, in no particular order: as Sitrep sees it, and as it is reported. */
  readonly objects: (kind?: KindRef) => Iterable<SurveyedObject>
  /** The addresses of an object that some definition decides, as they are written; everything else on it belongs to others. */
  readonly claims: (ref: ObjectRef) => readonly string[]
  /** The object whose definition decides the condition at an address; nothing where that belongs to others. */
  readonly ownerOf: (ref: ObjectRef, address: string) => ObjectRef | undefined
  /** What other writers should say on an object, list by list, for whoever compares. */
  readonly compared: (ref: ObjectRef) => readonly ComparedConditions[]
  /** How many statuses were looked at and wait until somebody has said whether what they read can be read. */
  readonly undecided: number
  /** The kinds whose status is computed now: those that the catalog names, and those of its descriptions that have been found. */
  readonly kinds: readonly KindRef[]
  /** Those of `kinds` that the catalog does not name: there may be hundreds of them, and most have no objects. */
  readonly describedKinds: readonly KindRef[]
  /** What of an object's status is ours to write. */
  readonly ownership: (ref: ObjectRef) => Ownership
  /** What those who speak on an object ask for and cannot see; while something of it is untold, what is reported stands. */
  readonly unseen: (ref: ObjectRef) => readonly Unseen[]
  /** Why the condition at an address is as it is; nothing when there is no such object. */
  readonly explain: (ref: ObjectRef, address: string) => Explanation | undefined
  /** What the condition at an address follows from, by the leads of the catalog alone: no pass is made again, for those who ask about many. */
  readonly trace: (ref: ObjectRef, address: string, onLook?: OnLook) => Explanation | undefined
  /** The objects that a key leads to, in byte order of namespace and name: with what Sitrep computes. */
  readonly members: (query: MemberQuery) => readonly Pick<SurveyedObject, 'ref' | 'object'>[]
  /** The kinds of which a cluster has objects now, in no particular order. */
  readonly kindsIn: (cluster: ClusterName) => readonly KindRef[]
}

/** Less than a millisecond's work. */
const changesInStep = 20

/** What of an object's status is ours, besides the addresses that `claims` names. */
export interface Ownership {
  /** All lists of conditions that objects of this kind have. */
  readonly lists: readonly ConditionList[]
  /** The fields that are ours. */
  readonly fields: readonly string[] | 'all'
  /** Nothing of it is ever written. */
  readonly virtual: boolean
}

export interface EngineOptions {
  /** What one status sees of another: what Sitrep computes (default), or what is reported, to compare level by level. */
  readonly reads?: Layer
  /** Whether a pass may ask for another in the same call. Default: `as-asked`; `once` shows exactly one pass. */
  readonly passes?: 'as-asked' | 'once'
  /**
   * What is said while nobody has said yet whether a kind can be read: `unknown` (default), or nothing: `hold` leaves the status as it is
   * reported, so that a start in the middle of everything flips no condition.
   */
  readonly unread?: 'unknown' | 'hold'
  /**
   * Whether somebody says of every kind that it is read once all its objects have come: `in-parts`, where statuses are held, leaves most objects
   * of a kind until then, so that each is looked at once. Default: `whole`.
   */
  readonly kindsCome?: 'whole' | 'in-parts'
  /** How many objects at most lie ready between two calls of `apply`; all others take less room, and a moment to get ready. Default: 32,768. */
  readonly keptOpen?: number
}

/** An engine with an empty world. */
export function createEngine(catalog: Catalog, options: EngineOptions = {}): Engine {
  const tables = new WorldTables(catalog, options.keptOpen)
  const agenda = new Agenda<Keeper>()
  const layer = options.reads ?? 'computed'
  const again = options.passes !== 'once'
  const hold = options.unread === 'hold'
  const holding = new Holding(tables, { putsOff: hold && options.kindsCome === 'in-parts' })
  let passes = 0
  let present: Instant = new Date(0).toISOString()
  const nextPass = (): number => ++passes
  const slotOf = (ref: ObjectRef): Slot | undefined =>
    tables.table(ref.cluster ?? '', ref).find(ref.namespace ?? '', ref.name)
  const explain = createExplainer({ tables, leads: catalog.leads, layer, nextPass })
  function* applyInSteps(
    changes: readonly WorldChange[],
    now: Instant,
    due?: number,
  ): Generator<void, readonly StatusChange[], void> {
    present = now
    tables.open.beginTurn()
    const turn = new Turn({ tables, agenda, now, layer, again, hold, holding, nextPass })
    let taken = 0
    for (const change of changes) {
      takeIn(change, tables, turn)
      if (++taken % changesInStep === 0) yield
    }
    for (const keeper of agenda.due(Date.parse(now), due)) turn.wake(keeper, { cause: 'time' })
    yield* turn.settle()
    const statuses = turn.changes()
    yield* tables.open.endTurn()
    return statuses
  }
  return {
    apply: (changes, now) => {
      const steps = applyInSteps(changes, now)
      for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value
    },
    applyInSteps,
    get nextCheckAt() {
      const next = agenda.next
      return next === undefined ? undefined : new Date(next).toISOString()
    },
    get wanted() {
      return [...tables.asked('unfed')]
    },
    get asked() {
      return [...tables.asked('all')]
    },
    get askedRevision() {
      return tables.demandRevision + tables.kinds.revision
    },
    get undecided() {
      return holding.size
    },
    object: (ref) => slotOf(ref)?.computed,
    reads: () => readingsIn(tables),
    objects: (kind) => objectsIn(tables, kind),
    claims: (ref) => claimsOn(slotOf(ref)),
    ownerOf: (ref, address) => ownerOn(slotOf(ref), address),
    compared: (ref) => slotOf(ref)?.keeper?.said.compared ?? [],
    get kinds() {
      return tables.kinds.computed
    },
    get describedKinds() {
      return tables.kinds.described
    },
    ownership: (ref) => {
      const { lists, definition } = tables.kinds.of(ref)
      const isOurs = slotOf(ref)?.keeper?.hasStatus === true
      return {
        lists,
        fields: isOurs ? (definition?.owns ?? 'all') : [],
        virtual: definition?.virtual === true,
      }
    },
    unseen: (ref) => unseenBy(slotOf(ref), tables, holding),
    explain: (ref, address) => explain(ref, address, { now: present, by: 'decisions' }),
    trace: (ref, address, onLook) => explain(ref, address, { now: present, by: 'leads', onLook }),
    members: ({ cluster = '', namespace, by, ...kind }) =>
      membersIn(tables.table(cluster, kind), {
        ...(namespace !== undefined && { namespace }),
        ...(by && { by }),
      }).flatMap(({ ref, computed }) => (computed === undefined ? [] : [{ ref, object: computed }])),
    kindsIn: (cluster) => tables.kindsIn(cluster),
  }
}
