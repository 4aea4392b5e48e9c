import type { Choice, Condition, Decision, Instant } from '@sitrep/conditions'
import {
  type Abstention,
  type ConditionsOnOther,
  formatAddress,
  groupOf,
  type KubeObject,
  kindKey,
  type Layer,
  type StatusDefinition,
  type Verdict,
} from '@sitrep/status'
import type { Problem } from './change.ts'
import { failedIn } from './failed-in.ts'
import type { Node, Reader, Said, Status } from './graph.ts'
import { PassWorld, type RecordedRead } from './pass-world.ts'
import type { Untold, WorldTables } from './world-tables.ts'

/** What one pass brought. */
export interface PassResult {
  readonly said: Said
  readonly decided: readonly Decision[]
  /** What was chosen besides: actions, events, when to look again. */
  readonly chosen: readonly Choice[]
  readonly reads: readonly Reader[]
  readonly again: boolean
  /** Milliseconds since the epoch; infinite when time alone changes nothing. */
  readonly recheckAt: number
  readonly problem: Problem | undefined
  /** What was asked of which nobody has said yet whether it can be read. */
  readonly untold: Untold | undefined
}

export interface PassInput {
  readonly tables: WorldTables
  readonly node: Node
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
  const { node, basis } = input
  const world = new PassWorld(input)
  const { definition, slot } = node
  try {
    const object = { ...slot.reported, status: world.previous } as KubeObject
    const observed = definition.observe(object, world)
    if (input.hold === true && world.untold !== undefined) return undecided(node, basis, world)
    const verdict = accepted(definition.compute(observed), definition)
    return {
      said: {
        status: verdict.status as Status | undefined,
        abstains: 'abstains' in verdict,
        claims: verdict.decided.map(addressOf),
        others: verdict.others ?? none,
        compared: verdict.compared ?? none,
        derived: verdict.derived ?? none,
      },
      decided: verdict.decided,
      chosen: verdict.chosen ?? none,
      reads: world.reads,
      again: 'again' in verdict && verdict.again === true,
      recheckAt: verdict.recheckAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(verdict.recheckAt),
      problem: undefined,
      untold: world.untold,
    }
  } catch (error) {
    const problem: Problem = { problem: 'definition-threw', error }
    return {
      ...failure(node, { basis, previous: world.previous, now: input.now }),
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
const undecided = (node: Node, basis: Said, { reads, untold }: PassWorld): PassResult => ({
  said: basis,
  decided: [],
  chosen: none,
  reads,
  again: false,
  recheckAt: node.recheckAt,
  problem: node.problem,
  untold,
})

interface FailureInput {
  readonly basis: Said
  readonly previous: Status | undefined
  readonly now: Instant
}

/** What stands where a definition could not be used: the status before, and one condition that says so. */
export function failure(
  node: Node,
  { basis, previous, now }: FailureInput,
): Omit<PassResult, 'reads' | 'problem' | 'untold'> {
  const { definition, slot } = node
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

// What a definition returns is used by everybody above it, so a malformed verdict is refused here, where its author is known.
function accepted(
  verdict: Verdict<unknown> | Abstention,
  { lists = [], derives = [] }: StatusDefinition,
): Verdict<unknown> | Abstention {
  if (!('abstains' in verdict) && (typeof verdict.status !== 'object' || verdict.status === null))
    throw new TypeError('A verdict needs a status')
  if (verdict.recheckAt !== undefined && Number.isNaN(Date.parse(verdict.recheckAt))) {
    throw new TypeError(`A verdict asks to be rechecked at ${verdict.recheckAt}, which is no time`)
  }
  for (const other of verdict.others ?? none) refuseRepeated(other)
  if (lists.length === 0)
    for (const { at } of verdict.decided) if (at !== undefined && at !== '') refuseUnknown(at)
  for (const { apiVersion, kind } of verdict.derived ?? none) {
    const key = kindKey({ group: groupOf(apiVersion), kind })
    if (!derives.some((known) => kindKey(known) === key))
      throw new TypeError(`A verdict yields a ${key}, which its definition does not name`)
  }
  return verdict
}

function refuseUnknown(at: string): never {
  throw new TypeError(`A verdict speaks of ${at}, a list that its definition does not name`)
}

function refuseRepeated({ ref, conditions }: ConditionsOnOther): void {
  const types = new Set(conditions.map((condition) => condition.type))
  if (types.size !== conditions.length)
    throw new TypeError(`A verdict says one condition type twice on ${ref.kind} ${ref.name}`)
}
