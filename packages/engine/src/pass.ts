import { type Condition, type Decision, type Instant, setCondition } from '@sitrep/conditions'
import type { ConditionsOnOther, KubeObject, Layer, Verdict } from '@sitrep/status'
import type { Problem } from './change.ts'
import { conditionsAt } from './conditions-at.ts'
import type { Node, Reader, Said, Status } from './graph.ts'
import { withConditions } from './overlay.ts'
import { PassWorld, type RecordedRead } from './pass-world.ts'
import type { Untold, WorldTables } from './world-tables.ts'

/** What one pass brought. */
export interface PassResult {
  readonly said: Said
  readonly decided: readonly Decision[]
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
    const verdict = accepted(definition.compute(observed))
    return {
      said: {
        status: verdict.status as Status,
        claims: verdict.decided.map((decision) => decision.type),
        others: verdict.others ?? [],
      },
      decided: verdict.decided,
      reads: world.reads,
      again: verdict.again === true,
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

// Nothing is decided before it has been looked; what was read is known all the same, so that it is fed.
const undecided = (node: Node, basis: Said, { reads, untold }: PassWorld): PassResult => ({
  said: basis,
  decided: [],
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
  const condition: Condition = {
    type: definition.onFailure,
    status: 'Unknown',
    reason: 'InternalError',
    message: 'The status could not be computed, see the log for the error',
  }
  const path = slot.table.conditionsPath
  const before = conditionsAt({ status: previous } as KubeObject, path)
  const generation = slot.reported?.metadata.generation
  const conditions = setCondition(before, condition, { generation, now })
  const decided: Decision = { verdict: 'set', type: condition.type, by: 'stated', condition, sources: [] }
  return {
    said: {
      status: withConditions(previous, path.slice(1), conditions) as Status,
      claims: [...new Set([...basis.claims, condition.type])],
      others: basis.others,
    },
    decided: [decided],
    again: false,
    recheckAt: Number.POSITIVE_INFINITY,
  }
}

// What a definition returns is used by everybody above it, so a malformed verdict is refused here, where its author is known.
function accepted(verdict: Verdict<unknown>): Verdict<unknown> {
  if (typeof verdict.status !== 'object' || verdict.status === null)
    throw new TypeError('A verdict needs a status')
  if (verdict.recheckAt !== undefined && Number.isNaN(Date.parse(verdict.recheckAt))) {
    throw new TypeError(`A verdict asks to be rechecked at ${verdict.recheckAt}, which is no time`)
  }
  for (const other of verdict.others ?? []) refuseRepeated(other)
  return verdict
}

function refuseRepeated({ ref, conditions }: ConditionsOnOther): void {
  const types = new Set(conditions.map((condition) => condition.type))
  if (types.size !== conditions.length)
    throw new TypeError(`A verdict says one condition type twice on ${ref.kind} ${ref.name}`)
}
