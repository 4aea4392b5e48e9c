import {
  type ConditionList,
  type DescribedKinds,
  type FactKind,
  fields,
  type KindRef,
  list,
  mainList,
  text,
} from '@sitrep/status'

/** The group of everything that this ecosystem names itself. Vehicles are of any group. */
export const group = 'delivery.example.org'

/** Whose Depots are ours where nobody says otherwise. */
export const defaultOperators: readonly string[] = ['example.org/courier']

export const depotKind: KindRef = { group, kind: 'Depot' }
export const parcelKind: KindRef = { group, kind: 'Parcel' }
export const permitKind: KindRef = { group, kind: 'Permit' }

/** What a Depot yields, in memory: which parcels go, and whether now. */
export const loadingPlanKind: KindRef = { group: 'sitrep.dev', kind: 'LoadingPlan' }

/** Vehicles are whatever kind says so by its category; in files, whatever has a depot and a load. */
export const vehicles: DescribedKinds = {
  described: 'vehicle',
  serves: ({ categories }) => categories.includes('vehicle'),
  recognises: ({ spec }) => 'load' in fields(spec) && 'depot' in fields(spec),
}

/** What is seen outside the API: whether a vehicle runs. */
export const vehicleReport: FactKind = {
  kind: { group: 'sitrep.dev', kind: 'VehicleReport' },
  about: vehicles,
}

/** A Depot has conditions of its own, and its gates have theirs. */
export const depotLists: readonly ConditionList[] = [
  mainList,
  {
    path: ['status', 'gates'],
    entries: {
      noun: 'gate',
      key: (gate) => text(gate['name']),
      declared: ({ spec }) =>
        list(fields(spec)['gates']).flatMap((gate) => {
          const name = text(fields(gate)['name'])
          return name === undefined ? [] : [{ key: name, name }]
        }),
    },
  },
]

/** Every operator answers a Parcel in entries of its own, one for each of its Depots that the Parcel names. */
export const parcelLists = (operators: readonly string[]): readonly ConditionList[] => [
  {
    path: ['status', 'depots'],
    entries: {
      noun: 'depot',
      key: ({ depot, operator }, { namespace }) => {
        const name = text(fields(depot)['name'])
        return name === undefined ? undefined : entryKey(String(operator), fields(depot), namespace)
      },
      mine: ({ operator }) => operators.includes(String(operator)),
      // A spec names Depots, whoever operates them.
      declared: ({ spec, metadata }) =>
        list(fields(spec)['depots']).map((depot) => ({
          key: depotKey(fields(depot), metadata.namespace),
          name: text(fields(depot)['name']) ?? '',
        })),
      answers: ({ depot }, { namespace }) => depotKey(fields(depot), namespace),
    },
  },
]

/** What an entry goes by. */
export const entryKey = (operator: string, depot: object, namespace: string | undefined): string =>
  `${operator}|${depotKey(depot, namespace)}`

// A reference that leaves out its namespace means that of the Parcel.
const depotKey = (depot: object, namespace: string | undefined): string =>
  `${text(fields(depot)['namespace']) ?? namespace ?? ''}/${text(fields(depot)['name']) ?? ''}`
