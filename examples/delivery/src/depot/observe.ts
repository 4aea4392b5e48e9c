import { at, fields, type KubeObject, list, number, text, type View, type World } from '@sitrep/status'
import { parcelKind, vehicleReport } from '../kinds.ts'
import type { DepotObserved, DepotStatus, ParcelForDepot } from './types.ts'

const parcelForDepot: View<ParcelForDepot> = {
  name: 'parcelForDepot',
  of: ({ metadata, spec }) => ({ name: metadata.name, weight: number(at(spec, 'weight')) ?? 1 }),
}

const canGo: View<boolean> = { name: 'canGo', of: ({ status }) => at(status, 'broken') !== true }

/** Picks what the status of a Depot rests on. Parcels and vehicles are filed by the Depot that they name. */
export const observeDepot =
  (operators: readonly string[]) =>
  (object: KubeObject, world: World<DepotStatus>): DepotObserved => {
    const { namespace = '', name, generation } = object.metadata
    const key = `${namespace}/${name}`
    return {
      namespace,
      name,
      generation,
      ours: operators.includes(text(at(object.spec, 'operator')) ?? ''),
      gates: list(at(object.spec, 'gates')).map((gate) => ({
        name: text(fields(gate)['name']) ?? '',
        locked: fields(gate)['locked'] === true,
      })),
      capacity: number(at(object.spec, 'capacity')) ?? 0,
      parcels: world.list({ ...parcelKind, by: { index: 'depot', key } }, parcelForDepot),
      vehicles: world.list({ ...vehicleReport.kind, by: { index: 'depot', key } }, canGo),
      previous: world.previous,
      now: world.now,
    }
  }
