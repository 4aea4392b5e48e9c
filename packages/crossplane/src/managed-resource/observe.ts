import {
  at,
  type Fields,
  factRef,
  fields,
  flag,
  type KubeObject,
  list,
  number,
  refOf,
  text,
  type View,
  type World,
} from '@sitrep/status'
import { externalObservation } from '../kinds.ts'
import { conditionFrom, conditionsOf, observeManagedObject } from '../managed/observe.ts'
import { type ExternalState, type Failure, type PassStep, passSteps, unread } from '../managed/types.ts'
import type { ManagedObserved, ManagedStatus, ToldPass } from './types.ts'

/** Picks what the conditions of a managed resource rest on. */
export function observeManaged(object: KubeObject, world: World<ManagedStatus>): ManagedObserved {
  const toldBy = factRef(externalObservation, refOf(object))
  const reading = world.get(toldBy, toldPass)
  return {
    own: observeManagedObject(object, {
      managementPolicies: 'followed',
      // Not every definition brings the default that Crossplane's own do.
      unsetPolicies: 'everything',
      deletionPolicy: at(object.spec, 'deletionPolicy') === undefined ? 'none' : 'offered',
    }),
    generation: object.metadata.generation,
    told: reading.read ? reading.item : undefined,
    toldBy,
    previous: conditionsOf(object),
    now: world.now,
  }
}

/** A pass as it was told. What is not said is as before anything was read. */
export const toldPass: View<ToldPass> = {
  name: 'toldPass',
  of: ({ status }) => {
    const said = fields(status)
    return {
      generation: number(said['generation']),
      facts: {
        went: wentIn(said),
        requested: flag(said['requested']) ?? unread.requested,
        createIncomplete: flag(said['createIncomplete']) ?? unread.createIncomplete,
        deterministicName: flag(said['deterministicName']) ?? unread.deterministicName,
        createdLately: flag(said['createdLately']) ?? unread.createdLately,
        observed: said['observed'] === undefined ? undefined : observedIn(fields(said['observed'])),
        ready: conditionFrom('Ready', said['ready']),
        saidReady: conditionFrom('Ready', said['saidReady']),
        updatesInARow: number(said['updatesInARow']) ?? unread.updatesInARow,
        promptUpdates: number(said['promptUpdates']) ?? unread.promptUpdates,
      },
    }
  },
}

type Went = { readonly [step in PassStep]?: 'well' | Failure }

function wentIn(said: Fields): Went {
  const failed = fields(said['failed'])
  const well = list(said['well'])
  return Object.fromEntries(
    passSteps.flatMap((step): [PassStep, 'well' | Failure][] => {
      if (failed[step] !== undefined) return [[step, failureIn(failed[step])]]
      return well.includes(step) ? [[step, 'well']] : []
    }),
  )
}

// A failure is its text, or more than that.
const failureIn = (value: unknown): Failure => ({
  text: text(value) ?? text(at(value, 'text')) ?? '',
  conflict: at(value, 'conflict') === true,
  missing: at(value, 'missing') === true,
})

const observedIn = (said: Fields): ExternalState => ({
  exists: said['exists'] === true,
  upToDate: said['upToDate'] === true,
  lateInitialized: said['lateInitialized'] === true,
  inProgress: said['inProgress'] === true,
  diff: text(said['diff']) ?? '',
})
