import { at, type CatalogPart, type FamilyOptions, fields, type KubeObject, list, text } from '@sitrep/status'
import { depotStatus } from './depot/status.ts'
import { defaultOperators, parcelKind, vehicleReport } from './kinds.ts'
import { namedDepots } from './parcel/observe.ts'
import { parcelStatus } from './parcel/status.ts'
import { permitStatus } from './permit/status.ts'
import { vehicleStatus } from './vehicle/status.ts'

/** The operators that count as ours. */
export const operatorsIn = ({ settings = {} }: Partial<FamilyOptions>): readonly string[] => {
  const given = list(settings['operators']).map(String)
  return given.length === 0 ? defaultOperators : given
}

/** All definitions, in the order in which one rests on another, and what is filed under which key. */
export function catalog(options: FamilyOptions): CatalogPart {
  const operators = operatorsIn(options)
  return {
    definitions: [vehicleStatus, depotStatus(operators), parcelStatus(operators), permitStatus],
    indexes: [
      {
        kind: parcelKind,
        name: 'depot',
        keys: (parcel) => namedDepots(parcel).map(({ namespace, name }) => `${namespace}/${name}`),
      },
      {
        kind: parcelKind,
        name: 'permit',
        keys: ({ spec, metadata }) => [`${metadata.namespace ?? ''}/${text(at(spec, 'permit')) ?? ''}`],
      },
      { kind: vehicleReport.kind, name: 'depot', keys: depotOfReport },
    ],
  }
}

const depotOfReport = ({ metadata, status }: KubeObject): readonly string[] => {
  const depot = text(fields(status)['depot'])
  return depot === undefined ? [] : [`${metadata.namespace ?? ''}/${depot}`]
}
