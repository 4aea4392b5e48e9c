import { at, groupOf, type KindRef, type KubeObject, refOf } from '@sitrep/status'
import { actions, nothing, together } from './plan/action.ts'
import type { ObjectPlanner } from './plan/input.ts'
import { annotate } from './plan/metadata-patch.ts'
import { timer } from './plan/timer.ts'
import type { ScenarioPart } from './scenario/part.ts'
import type { SimulatedFamily } from './simulated-family.ts'

const lampKind: KindRef = { group: 'lamps.example.com', kind: 'Lamp' }
const broken = 'simulator.sitrep.dev/broken'

const planLamp: ObjectPlanner = (lamp, input) => {
  const shines = lamp.metadata.annotations?.[broken] === undefined
  if (at(lamp.status, 'shines') === shines) return nothing
  const waiting = timer(lamp, { name: 'warm', takesMs: input.timings['warmUpMs'] ?? 0 }, input)
  if (waiting !== 'over') return waiting
  return actions({ act: 'patch', ref: refOf(lamp), part: 'status', body: { status: { shines } } })
}

const lampObject = (name: string): KubeObject => ({
  apiVersion: `${lampKind.group}/v1`,
  kind: lampKind.kind,
  metadata: { name, namespace: 'default' },
})

const scenario: ScenarioPart = {
  timings: { warmUpMs: 5_000 },
  lists: {
    lamps: (reader, entry) => {
      const given = reader.fields(entry, ['name'])
      const lamp = reader.text(given.name, 'lamp')
      return {
        title: `lamp ${lamp}`,
        place: given.name,
        entry: { atMs: 0, happening: { what: 'create-lamp', lamp } },
      }
    },
  },
  happenings: {
    'break-lamp': ({ reader, place }) => {
      const given = reader.fields(place, ['lamp', 'for'])
      const lamp = reader.text(given.lamp, '')
      const happening = { what: 'mend-lamp', lamp }
      return { begins: { what: 'break-lamp', lamp }, ends: { after: given.for, happening } }
    },
  },
  actions: ({ what, lamp }, { world }) => {
    const object = lampObject(String(lamp))
    if (what === 'create-lamp') return [{ act: 'create', object }]
    if (what !== 'break-lamp' && what !== 'mend-lamp') return undefined
    const found = world.get(refOf(object))
    if (found === undefined) return { missing: `Lamp ${lamp}` }
    return [annotate(found, { [broken]: what === 'break-lamp' ? 'true' : null })]
  },
}

/** A family that nobody has heard of: lamps that shine after a while, until they are broken. */
export const lamps: SimulatedFamily = {
  name: 'lamps',
  groups: [lampKind.group],
  concern: ({ apiVersion, metadata }) =>
    groupOf(apiVersion) === lampKind.group
      ? { cluster: `${metadata.namespace}/${metadata.name}` }
      : undefined,
  planners: [(input) => together(input.world.list(lampKind).map((lamp) => planLamp(lamp, input)))],
  crds: () => [
    {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `lamps.${lampKind.group}` },
      spec: {
        group: lampKind.group,
        names: { kind: lampKind.kind, plural: 'lamps', singular: 'lamp' },
        scope: 'Namespaced',
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            subresources: { status: {} },
            schema: {
              openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
            },
          },
        ],
      },
    },
  ],
  scenario,
}
