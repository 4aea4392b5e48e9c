import { type Body, get, type Json, patch, post, type Request } from '../exchange.ts'
import { custom, definition, deployment, install, type JsonObject } from '../stories/objects.ts'
import type { Story } from '../story.ts'
import { createRandom, type Random } from './random.ts'

const paths = [
  '',
  '/spec',
  '/spec/list',
  '/spec/list/0',
  '/spec/list/1',
  '/spec/list/-',
  '/spec/map',
  '/spec/map/a',
  '/spec/map/b~1c',
  '/spec/map/x/y',
  '/nothing',
  '/metadata/labels',
  '/metadata/labels/l',
  'spec',
] as const

function value(random: Random, depth = 0): Json {
  const leaf = random.pick<Json>([1, 'text', true, null, 1.5, -0, ''])
  if (depth > 1 || random.once(2)) return leaf
  return random.once(2) ? [value(random, depth + 1), leaf] : { a: value(random, depth + 1), 'b/c': leaf }
}

function operation(random: Random): Json {
  const op = random.pick(['add', 'remove', 'replace', 'move', 'copy', 'test'])
  const path = random.pick(paths)
  if (op === 'remove') return { op, path }
  if (op === 'move' || op === 'copy') return { op, path, from: random.pick(paths) }
  return {
    op,
    path,
    value: path.startsWith('/metadata/labels/')
      ? 'v'
      : path === '/metadata/labels'
        ? { l: 'v' }
        : value(random),
  }
}

function merge(random: Random, depth = 0): JsonObject {
  const entries = random
    .some(['a', 'b', 'b/c', 'list', 'map'])
    .map((key): [string, Json] => [
      key,
      depth < 2 && random.once(2) ? merge(random, depth + 1) : value(random),
    ])
  return Object.fromEntries(entries)
}

function onCustom(seed: number): Story {
  return {
    name: `generated/patches-${seed}`,
    run: async (api) => {
      const group = `patches${seed}.generated.example.com`
      const random = createRandom(seed)
      await install(api, definition({ group }))
      const one = api.path(`${group}/v1 widgets/w`)
      await api.quietly(
        post(
          api.path(`${group}/v1 widgets`),
          custom(group, 'w', { spec: { list: [1, 'two', { three: 3 }], map: { a: 1, 'b/c': 2 } } }),
        ),
      )
      for (let count = 1; count <= 70; count++) {
        const request = random.once(2)
          ? patch(
              'json',
              one,
              Array.from({ length: 1 + random.below(3) }, () => operation(random)),
            )
          : patch('merge', one, { spec: merge(random) })
        await api.step(`request ${count}: ${String(request.body).slice(0, 120)}`, request)
      }
      await api.step('last', get(one))
    },
  }
}

const names = ['main', 'side', 'third'] as const

function container(random: Random): JsonObject {
  if (random.once(8)) return { name: random.pick(names), $patch: 'delete' }
  const name = random.pick(names)
  // Ports of its own: about ports that two containers share, Kubernetes warns at random.
  const firstPort = 80 + names.indexOf(name) * 10
  return {
    name,
    ...(random.once(3) ? {} : { image: random.pick(['one:1', 'two:2']) }),
    ...(random.once(2)
      ? {
          env: random
            .some(['A', 'B', 'C'])
            .map((name) =>
              random.once(6) ? { name, $patch: 'delete' } : { name, value: random.pick(['1', '2']) },
            ),
        }
      : {}),
    ...(random.once(3)
      ? {
          ports: random
            .some([firstPort, firstPort + 1, firstPort + 2])
            .map((containerPort) => ({ containerPort, ...(random.once(2) ? { protocol: 'UDP' } : {}) })),
        }
      : {}),
    ...(random.once(4) ? { command: random.some(names) } : {}),
    ...(random.once(5)
      ? { '$setElementOrder/env': random.some(['C', 'B', 'A']).map((name) => ({ name })) }
      : {}),
    ...(random.once(5)
      ? { volumeMounts: random.some(['/a', '/b']).map((mountPath) => ({ mountPath, name: 'v' })) }
      : {}),
  }
}

function strategicBody(random: Random): Body {
  const containers = Array.from({ length: 1 + random.below(2) }, () => container(random))
  const template = {
    containers,
    ...(random.once(3)
      ? { '$setElementOrder/containers': random.some(names).map((name) => ({ name })) }
      : {}),
    ...(random.once(2) ? { volumes: [{ name: 'v', emptyDir: {} }] } : {}),
    ...(random.once(4)
      ? { tolerations: random.some(['a', 'b']).map((key) => ({ key, operator: 'Exists' })) }
      : {}),
    ...(random.once(4)
      ? {
          nodeSelector: random.once(3)
            ? { $patch: 'replace', only: 'x' }
            : { [random.pick(['a', 'b'])]: random.once(3) ? null : 'x' },
        }
      : {}),
    ...(random.once(6) ? { imagePullSecrets: [{ name: random.pick(names) }] } : {}),
  }
  return {
    metadata: random.once(3)
      ? {
          labels: { l: random.pick(['1', '2']) },
          finalizers: random.some(['example.com/a', 'example.com/b']),
        }
      : {},
    spec: {
      template: { spec: template },
      ...(random.once(3) ? { replicas: random.below(4) } : {}),
      ...(random.once(5)
        ? {
            strategy: random.once(2)
              ? { $retainKeys: ['type'], type: 'Recreate' }
              : { type: 'RollingUpdate', rollingUpdate: { maxSurge: random.below(3) } },
          }
        : {}),
    },
  }
}

function onDeployment(seed: number): Story {
  return {
    name: `generated/strategic-${seed}`,
    run: async (api) => {
      const random = createRandom(seed)
      const one = api.path('apps/v1 deployments/d')
      await api.quietly(post(api.path('apps/v1 deployments'), deployment('d')))
      for (let count = 1; count <= 70; count++) {
        const request: Request = patch('strategic', one, strategicBody(random))
        await api.step(`request ${count}: ${String(request.body).slice(0, 120)}`, request)
      }
    },
  }
}

/** `seed` chooses which; the same seed always the same. */
export function randomPatches(seed: number): readonly Story[] {
  return [11, 12, 13].flatMap((each) => [onCustom(seed + each), onDeployment(seed + each + 10)])
}
