import { at, conditionAt, fields, type KubeObject, list, text, type View, type World } from '@sitrep/status'
import { depotKind } from '../kinds.ts'
import type { DepotForParcel, DepotReference, ParcelObserved, ParcelStatus } from './types.ts'

const depotForParcel: View<DepotForParcel> = {
  name: 'depotForParcel',
  of: (object) => ({
    operator: text(at(object.spec, 'operator')) ?? '',
    ready: conditionAt(object, 'Ready')?.status,
  }),
}

/** The Depots that a Parcel names. */
export const namedDepots = ({ spec, metadata }: KubeObject): readonly DepotReference[] =>
  list(at(spec, 'depots')).flatMap((each) => {
    const name = text(fields(each)['name'])
    const namespace = text(fields(each)['namespace']) ?? metadata.namespace ?? ''
    return name === undefined ? [] : [{ namespace, name }]
  })

/** Picks what the entries of a Parcel rest on. */
export const observeParcel = (object: KubeObject, world: World<ParcelStatus>): ParcelObserved => ({
  namespace: object.metadata.namespace ?? '',
  generation: object.metadata.generation,
  named: namedDepots(object).map((depot) => ({
    depot,
    reading: world.get({ ...depotKind, ...depot }, depotForParcel),
  })),
  previous: world.previous,
  now: world.now,
})
