import { at, type Following, type KubeObject, text } from '@sitrep/status'
import type { FollowedFamily } from './following-of.ts'

const group = 'bakery.example'
const cakeLabel = 'bakery.example/cake'

const isBaked = (layer: KubeObject): boolean => at(layer.status, 'baked') === true

const wantedLayers = (cake: KubeObject | undefined): number => Number(at(cake?.spec, 'layers') ?? 1)

const cake: Following = {
  kind: { group, kind: 'Cake' },
  noun: 'cake',
  watches: ({ metadata: { namespace = 'default', name }, spec }, { recipe = [] }) => {
    const [recipeName, icing] = [text(at(spec, 'recipe')), text(at(recipe[0]?.spec, 'icing'))]
    return [
      { name: 'layers', kind: { group, kind: 'Layer' }, namespace, labelSelector: `${cakeLabel}=${name}` },
      ...(recipeName ? [{ name: 'recipe', kind: { group, kind: 'Recipe' }, objectName: recipeName }] : []),
      ...(icing ? [{ name: 'icing', kind: { group, kind: 'Icing' }, namespace, objectName: icing }] : []),
      { name: 'dreams', kind: { group, kind: 'NotServed' }, namespace },
    ]
  },
  phases: [
    {
      name: 'layers',
      title: 'Layers',
      done: ({ object, found: { layers = [] } }) => layers.filter(isBaked).length === wantedLayers(object),
      counts: ({ object, found: { layers = [] } }) => ({
        desired: wantedLayers(object),
        replicas: layers.length,
        ready: layers.filter(isBaked).length,
        upToDate: layers.length,
      }),
    },
    {
      name: 'icing',
      title: 'Icing',
      done: ({ found: { icing = [] } }) => icing.length > 0,
      note: ({ found: { icing = [] } }) => text(at(icing[0]?.spec, 'colour')),
    },
  ],
  troubles: ({ found: { layers = [] } }) =>
    layers
      .filter(({ status }) => at(status, 'burnt') === true)
      .map((layer) => ({ object: layer, text: 'It is burnt', weight: 'final' })),
  deletes: ({ metadata: { namespace = 'default', name } }) => ({
    nouns: 'layers',
    kinds: ({ kind, group: of }) => of === group && kind === 'Layer',
    namespace,
    labelSelector: `${cakeLabel}=${name}`,
  }),
}

/** A family that nobody else knows of, with one kind that is followed. */
export const bakery: FollowedFamily = {
  follows: [cake],
  ordinaryFinalizers: /^bakery\.example\//,
  paused: ({ metadata }) => metadata.annotations?.['bakery.example/asleep'] !== undefined,
}

/** What the bakery has an API server serve. */
export const bakeryCrds: readonly object[] = [
  crd('Cake', 'cakes', 'Namespaced'),
  crd('Layer', 'layers', 'Namespaced'),
  crd('Recipe', 'recipes', 'Cluster'),
  crd('Icing', 'icings', 'Namespaced'),
]

function crd(kind: string, plural: string, scope: 'Cluster' | 'Namespaced'): object {
  const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
  const properties = { spec: anything, status: anything }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope,
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: { openAPIV3Schema: { type: 'object', properties } },
        },
      ],
    },
  }
}
