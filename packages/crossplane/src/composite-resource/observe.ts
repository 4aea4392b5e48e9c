import {
  at,
  type Fields,
  factRef,
  fields,
  type KubeObject,
  list,
  number,
  type ObjectRef,
  refOf,
  text,
  type View,
  type World,
} from '@sitrep/status'
import { claimConditionTypesOf, referredObject } from '../composite/observe.ts'
import {
  type Composed,
  type CompositeFailure,
  compositeSteps,
  type FunctionAnswers,
  type FunctionCondition,
  silentFunctions,
} from '../composite/types.ts'
import { compositionNameAnnotation, pipelineAnswer } from '../kinds.ts'
import { conditionFrom, conditionsOf, isPaused } from '../managed/observe.ts'
import type { ComposedForComposite, CompositeObserved, CompositeStatus, Part, ToldAnswer } from './types.ts'

/** Picks what the conditions of a composite rest on. */
export function observeComposite(object: KubeObject, world: World<CompositeStatus>): CompositeObserved {
  const { annotations = {}, deletionTimestamp, generation } = object.metadata
  const toldBy = factRef(pipelineAnswer, refOf(object))
  const reading = world.get(toldBy, toldAnswer)
  const types = claimConditionTypesOf(object)
  return {
    paused: isPaused(annotations),
    deleted: deletionTimestamp !== undefined,
    generation,
    parts: partRefs(object).map((ref): Part => ({ ref, reading: world.get(ref, composedForComposite) })),
    told: reading.read ? reading.item : undefined,
    toldBy,
    previous: {
      conditions: conditionsOf(object),
      ...(types.length > 0 && { claimConditionTypes: types }),
    },
    now: world.now,
  }
}

const composedForComposite: View<ComposedForComposite> = {
  name: 'composedForComposite',
  of: (object) => ({
    name: object.metadata.annotations?.[compositionNameAnnotation] ?? object.metadata.name,
    conditions: conditionsOf(object).filter(({ type }) => type === 'Ready' || type === 'Synced'),
  }),
}

/** The objects that a composite refers to; what leaves out its namespace lies in that of the composite. */
function partRefs({ spec, metadata }: KubeObject): readonly ObjectRef[] {
  const named = [...list(at(spec, 'resourceRefs')), ...list(at(spec, 'crossplane', 'resourceRefs'))]
  return named.flatMap(
    (each) => referredObject(each, text(fields(each)['namespace']) ?? metadata.namespace) ?? [],
  )
}

/** What functions answered, as it was told. */
const toldAnswer: View<ToldAnswer> = {
  name: 'toldAnswer',
  of: ({ status }) => {
    const said = fields(status)
    return {
      generation: number(said['generation']),
      circuitOpenedBy: text(said['circuitOpenedBy']),
      failure: said['failure'] === undefined ? undefined : failureIn(fields(said['failure'])),
      composed: Array.isArray(said['composed']) ? said['composed'].map(fields).map(composedIn) : undefined,
      functions: functionsIn(said),
      realtime: said['realtime'] !== false,
    }
  },
}

const failureIn = (said: Fields): CompositeFailure => ({
  step: compositeSteps.find((step) => step === said['step']) ?? 'compose',
  text: text(said['text']) ?? '',
  invalid: said['invalid'] === true,
})

const composedIn = (said: Fields): Composed => ({
  name: text(said['name']) ?? '',
  synced: said['synced'] === true,
  ready: said['ready'] === true,
})

// What functions say besides is told by events, which is nobody's business here.
const functionsIn = (said: Fields): FunctionAnswers => ({
  ...silentFunctions,
  ...(typeof said['ready'] === 'boolean' && { ready: said['ready'] }),
  conditions: list(said['conditions']).map(fields).flatMap(functionCondition),
  ttlMs: number(said['ttlMs']) ?? 0,
})

function functionCondition(said: Fields): readonly FunctionCondition[] {
  const type = text(said['type'])
  // A status that a function leaves open is one that it does not know.
  const condition = type && conditionFrom(type, { ...said, status: said['status'] ?? 'Unknown' })
  if (!condition) return []
  return [{ condition, target: said['target'] === 'composite-and-claim' ? said['target'] : 'composite' }]
}
