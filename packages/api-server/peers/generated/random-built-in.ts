import { type Json, post, withQuery } from '../exchange.ts'
import { isObject } from '../json-answer.ts'
import { configurationKinds } from '../stories/configuration-kinds.ts'
import type { JsonObject } from '../stories/objects.ts'
import { serviceKinds } from '../stories/service-kinds.ts'
import { workloadKinds } from '../stories/workload-kinds.ts'
import type { Story } from '../story.ts'
import { createRandom, type Random } from './random.ts'

/** A valid object in which one thing is missing, of a wrong type, or unknown. */
function mutated(random: Random, value: Json, depth = 0): Json {
  if (Array.isArray(value) && value.length > 0 && !random.once(4)) {
    const at = random.below(value.length)
    return value.map((element, index) => (index === at ? mutated(random, element, depth + 1) : element))
  }
  if (!isObject(value) || Object.keys(value).length === 0 || (depth > 0 && random.once(5)))
    return random.pick<Json>([null, 'text', 7, -1, true, [], {}, 1.5, ''])
  const keys = Object.keys(value)
  const key = keys[random.below(keys.length)] ?? ''
  if (random.once(5)) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
  if (random.once(6))
    return {
      ...value,
      [random.pick(['unknown', 'replicas', 'name', 'Data'])]: random.pick<Json>([1, 'x', {}]),
    }
  return { ...value, [key]: mutated(random, value[key] ?? null, depth + 1) }
}

interface Mutations {
  readonly kind: string
  readonly resource: string
  readonly bodies: readonly JsonObject[]
  readonly seed: number
}

function story({ kind, resource, bodies, seed }: Mutations): Story {
  return {
    name: `generated/mutated-${kind}`,
    run: async (api) => {
      const random = createRandom(kind.length * 7919 + seed)
      for (let count = 1; count <= 60; count++) {
        const valid = bodies[random.below(bodies.length)] ?? {}
        const body = mutated(random, { metadata: { name: `m${count}` }, ...valid })
        const text = JSON.stringify(body).replaceAll('NAMESPACE', api.namespace)
        await api.step(
          `object ${count}: ${text.slice(0, 160)}`,
          post(withQuery(api.path(resource), 'dryRun=All'), { raw: text }),
        )
      }
    },
  }
}

const kinds = [
  'Pod',
  'Deployment',
  'StatefulSet',
  'Job',
  'Service',
  'EndpointSlice',
  'Ingress',
  'ConfigMap',
  'Secret',
  'ServiceAccount',
  'Lease',
  'Event',
  'HorizontalPodAutoscaler',
  'PodDisruptionBudget',
] as const

const table = { ...workloadKinds, ...serviceKinds, ...configurationKinds }

/** `seed` chooses which; the same seed always the same. */
export function randomBuiltIns(seed: number): readonly Story[] {
  return kinds.flatMap((kind) => {
    const builtIn = table[kind]
    if (builtIn === undefined) return []
    const { resource, least, others = {} } = builtIn
    const variants = Object.values(others).map((over) => ({ ...least, ...over }))
    return [story({ kind, resource, bodies: [least, ...variants], seed })]
  })
}
