import { type Choice, type Condition, type Decision, type Instant, remembering } from '@sitrep/conditions'
import {
  type Abstention,
  type Computed,
  type ConditionsOnOther,
  formatAddress,
  groupOf,
  type KindRef,
  type KubeObject,
  kindKey,
  type Layer,
  type StatusDefinition,
} from '@sitrep/status'
import type { Problem } from './change.ts'
import { failedIn } from './failed-in.ts'
import type { Keeper, Read } from './graph.ts'
import { PassWorld, type RecordedRead } from './pass-world.ts'
import type { Said, Status } from './said.ts'
import type { Untold, WorldTables } from './world-tables.ts'

/** What one pass brought. */
export interface PassResult {
  readonly said: Said
  readonly decided: readonly Decision[]
  /** What was chosen besides: actions, events, when to look again. */
  readonly chosen: readonly Choice[]
  readonly reads: readonly Read[]
  readonly again: boolean
  /** Milliseconds since the epoch; infinite when time alone changes nothing. */
  readonly recheckAt: number
  readonly problem: Problem | undefined
  /** What was asked of which nobody has said yet whether it can be read. */
  readonly untold: readonly Untold[]
  /** Nothing is untold but what is told in answer to this pass: what it yields counts, what it says does not. */
  readonly unanswered?: true
}

export interface PassInput {
  readonly tables: WorldTables
  readonly keeper: Keeper
  readonly basis: Said
  readonly now: Instant
  readonly pass: number
  readonly layer: Layer
  /** Whether nothing is decided while something is untold. */
  readonly hold?: boolean
  readonly onRead?: (read: RecordedRead) => void
}

/** Runs one definition on its object: observe, compute. A definition that throws keeps what it had said and says that it failed. */
export function runPass(input: PassInput): PassResult {
  const { keeper, basis } = input
  const world = new PassWorld(input)
  const { definition, slot } = keeper
  try {
    const { reported } = slot
    const object = (
      reported?.status === world.previous ? reported : { ...reported, status: world.previous }
    ) as KubeObject
    const observed = definition.observe(object, world)
    if (input.hold === true && world.untold.length > 0) return undecided(keeper, basis, world)
    const computed = accepted(definition.compute(observed), definition)
    if (input.hold === true && world.unanswered !== undefined) {
      const said = { ...basis, derived: computed.derived ?? none }
      return { ...undecided(keeper, basis, world), said, unanswered: true }
    }
    return {
      said: {
        status: computed.status as Status | undefined,
        abstains: 'abstains' in computed,
        claims: computed.decided.map(addressOf),
        others: computed.others ?? none,
        compared: computed.compared ?? none,
        derived: computed.derived ?? none,
      },
      decided: computed.decided,
      chosen: computed.chosen ?? none,
      reads: world.reads,
      again: 'again' in computed && computed.again === true,
      recheckAt: recheckOf(computed, input.now),
      problem: undefined,
      untold: world.untold,
    }
  } catch (error) {
    const problem: Problem = { problem: 'definition-threw', error }
    return {
      ...failure(keeper, { basis, previous: world.previous, now: input.now }),
      reads: world.reads,
      problem,
      untold: world.untold,
    }
  }
}

const none: readonly never[] = []

// Most conditions stand in the list that needs no name.
const addressOf = (decision: Decision): string =>
  decision.at === undefined ? decision.type : formatAddress(decision)

// Nothing is decided before it has been looked; what was read is known all the same, so that it is fed.
const undecided = (keeper: Keeper, basis: Said, { reads, untold }: PassWorld): PassResult => ({
  said: basis,
  decided: [],
  chosen: none,
  reads,
  again: false,
  recheckAt: keeper.recheckAt,
  problem: keeper.problem,
  untold,
})

interface FailureInput {
  readonly basis: Said
  readonly previous: Status | undefined
  readonly now: Instant
}

/** What stands where a definition could not be used: the status before, and one condition that says so. */
export function failure(
  keeper: Keeper,
  { basis, previous, now }: FailureInput,
): Omit<PassResult, 'reads' | 'problem' | 'untold'> {
  const { definition, slot } = keeper
  const condition: Omit<Condition, 'type'> = {
    status: 'Unknown',
    reason: 'InternalError',
    message: 'The status could not be computed, see the log for the error',
  }
  const object = { ...slot.reported, status: previous } as KubeObject
  const { status, decided } = failedIn(object, { definition, lists: slot.table.lists, condition, now })
  return {
    said: {
      ...basis,
      status: status as Status | undefined,
      claims: [...new Set([...basis.claims, ...decided.map(addressOf)])],
    },
    decided,
    chosen: none,
    again: false,
    recheckAt: Number.POSITIVE_INFINITY,
  }
}

// What a definition returns is used by everybody above it, so what is malformed is refused here, where its author is known.
function accepted(
  computed: Computed<unknown> | Abstention,
  { lists = [], derives = [] }: StatusDefinition,
): Computed<unknown> | Abstention {
  if (!('abstains' in computed) && (typeof computed.status !== 'object' || computed.status === null))
    throw new TypeError('A pass yields no status')
  if (computed.others !== undefined) for (const other of computed.others) refuseRepeated(other)
  if (lists.length === 0) refuseListed(computed.decided)
  if (computed.derived !== undefined) for (const made of computed.derived) refuseUnnamed(made, derives)
  return computed
}

function refuseUnnamed({ apiVersion, kind }: KubeObject, derives: readonly KindRef[]): void {
  const key = kindKey({ group: groupOf(apiVersion), kind })
  if (!derives.some((known) => kindKey(known) === key))
    throw new TypeError(`A pass yields a ${key}, which its definition does not name`)
}

// The present, and what many wait for.
const parseInstant = remembering((instant: Instant) => Date.parse(instant), 2)

/** Whoever has just looked and asks to look at once would look without end. */
const soonestMs = 1_000

function recheckOf({ recheckAt }: Computed<unknown> | Abstention, now: Instant): number {
  if (recheckAt === undefined) return Number.POSITIVE_INFINITY
  const time = parseInstant(recheckAt)
  if (Number.isNaN(time)) throw new TypeError(`A pass asks to be rechecked at ${recheckAt}, which is no time`)
  const present = parseInstant(now)
  return time > present ? time : present + soonestMs
}

function refuseListed(decided: readonly Decision[]): void {
  for (let each = 0; each < decided.length; each++) {
    const at = decided[each]?.at
    if (at !== undefined && at !== '')
      throw new TypeError(`A pass speaks of ${at}, a list that its definition does not name`)
  }
}

function refuseRepeated({ ref, conditions }: ConditionsOnOther): void {
  const types = new Set(conditions.map((condition) => condition.type))
  if (types.size !== conditions.length)
    throw new TypeError(`A pass says one condition type twice on ${ref.kind} ${ref.name}`)
}
