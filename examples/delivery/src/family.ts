/**
 * A family to copy from: Depots with gates, Parcels that several operators answer, vehicles of any kind, Permits without a status.
 * Pure: no I/O, no clock, no dependencies but `@sitrep/conditions` and `@sitrep/status`.
 */

import { conditionAt, type Family, type FollowedFacts, groupOf, type KindRef, profiles } from '@sitrep/status'
import {
  defaultOperators,
  depotKind,
  depotLists,
  group,
  parcelKind,
  parcelLists,
  permitKind,
  vehicleReport,
  vehicles,
} from './kinds.ts'

const isTrue = ({ object }: FollowedFacts, type: string): boolean =>
  conditionAt(object, type)?.status === 'True'
const isOurs = (kind: KindRef): boolean => kind.group === group

/** What Sitrep knows of deliveries. */
export const deliveryFamily: Family = {
  name: 'delivery',
  title: 'Delivery',
  profiles,
  settings: [
    {
      name: 'operators',
      flag: 'depot-operator',
      type: 'texts',
      value: 'NAME',
      help: `Whose Depots are ours (default ${defaultOperators.join()})`,
    },
  ],
  kinds: [
    { kind: depotKind, shortNames: ['dp'], lists: depotLists, columnsTell: true },
    { kind: parcelKind, shortNames: ['pc'], lists: parcelLists(defaultOperators) },
    { kind: permitKind },
    { kind: vehicles },
  ],
  parts: async () => {
    const [{ catalog }, { crds }] = await Promise.all([import('./catalog.ts'), import('./crds.ts')])
    return { catalog, crds }
  },
  knowledge: [
    {
      source: 'the definitions of this family',
      group,
      kinds: ['Depot'],
      needs: ['Accepted', 'Ready'],
      conditions: { Accepted: 'part', Ready: 'whole', Open: 'part' },
    },
    { source: 'the definitions of this family', group, kinds: ['Parcel'], conditions: { Accepted: 'whole' } },
    { source: 'a Permit has no status', group, kinds: ['Permit'], quiet: true },
  ],
  advice: [
    {
      of: isOurs,
      rows: [
        ['Depot', 'Open', 'Locked', 'Somebody has locked the gate: unlock it in spec.gates.'],
        [
          'Depot',
          'Ready',
          'Full',
          'Its parcels weigh more than it holds: send some elsewhere, or raise spec.capacity.',
        ],
        [
          'Parcel',
          'Accepted',
          'NoSuchDepot',
          'It names a Depot that is not there: look at name and namespace in spec.depots.',
        ],
      ],
    },
    {
      of: vehicles,
      rows: [['*', 'Ready', 'Broken', 'Call the garage; the message is what the driver said.']],
    },
  ],
  relations: [
    {
      of: `Depot.${group}`,
      heading: 'Gate',
      by: { way: 'parts', path: 'spec.gates', status: 'status.gates' },
    },
    {
      of: `Depot.${group}`,
      heading: 'Parcels',
      together: true,
      by: { way: 'referred', path: 'spec.depots[]', kinds: [parcelKind] },
    },
    {
      of: `Parcel.${group}`,
      heading: 'Depot',
      only: 'root',
      by: { way: 'refers', path: 'spec.depots[]', kind: depotKind, leaf: true },
    },
  ],
  reads: [{ of: isOurs, reads: isOurs, within: 'own' }],
  follows: [
    {
      kind: depotKind,
      noun: 'depot',
      watches: () => [],
      phases: [
        { name: 'accepted', title: 'Accepted', done: (facts) => isTrue(facts, 'Accepted') },
        { name: 'ready', title: 'Ready', done: (facts) => isTrue(facts, 'Ready') },
      ],
      troubles: ({ object }) => {
        const accepted = conditionAt(object, 'Accepted')
        return object === undefined || accepted?.status !== 'False'
          ? []
          : [{ object, text: accepted.message ?? '', reason: accepted.reason, weight: 'final' }]
      },
    },
  ],
  facts: [vehicleReport],
  shardKey: ({ namespace }, object) =>
    object !== undefined && groupOf(object.apiVersion) === group ? namespace : undefined,
}
