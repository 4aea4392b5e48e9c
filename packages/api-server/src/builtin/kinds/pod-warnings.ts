import type { JsonObject, KubeObject } from '../../json/json.ts'
import { generationOf } from '../../resources/metadata.ts'
import { repeatedPositions } from '../../schema/repeated-positions.ts'
import { isSet, numberOf, objectOf, objectsOf, textOf } from '../validation/read.ts'

/** Things in a pod that are allowed and hardly meant. `path` is where its `spec` stands, with a point at its end. */
export function podWarnings(spec: JsonObject | undefined, path: string): readonly string[] {
  return [
    ...spreadWarnings(spec, `${path}topologySpreadConstraints`),
    ...repeatedSecrets(spec, `${path}imagePullSecrets`),
    ...['initContainers', 'containers'].flatMap((list) =>
      objectsOf(spec, list).flatMap((container, index) =>
        hiddenVariables(container, `${path}${list}[${index}].env`),
      ),
    ),
    ...portWarnings(spec, path),
    ...((numberOf(spec, 'terminationGracePeriodSeconds') ?? 0) < 0
      ? [
          `${path}terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`,
        ]
      : []),
    ...['podAffinity', 'podAntiAffinity'].flatMap((kind) =>
      affinityWarnings(objectOf(objectOf(spec, 'affinity'), kind), `${path}affinity.${kind}`),
    ),
  ]
}

/** The same for the template of a workload, unless nothing but metadata changed. */
export function templateWarnings(object: KubeObject, old?: KubeObject): readonly string[] {
  const template = objectOf(objectOf(object, 'spec'), 'template')
  const unchanged = old !== undefined && generationOf(object) === generationOf(old)
  return unchanged ? [] : podWarnings(objectOf(template, 'spec'), 'spec.template.spec.')
}

const nullSelector = 'a null labelSelector results in matching no pod'

function spreadWarnings(spec: JsonObject | undefined, path: string): readonly string[] {
  return objectsOf(spec, 'topologySpreadConstraints').flatMap((constraint, index) =>
    isSet(constraint, 'labelSelector') ? [] : [`${path}[${index}].labelSelector: ${nullSelector}`],
  )
}

function affinityWarnings(affinity: JsonObject | undefined, path: string): readonly string[] {
  const [must, should] = ['required', 'preferred'].map(
    (word) => `${word}DuringSchedulingIgnoredDuringExecution`,
  ) as [string, string]
  return [
    ...objectsOf(affinity, must).flatMap((term, index) =>
      isSet(term, 'labelSelector') ? [] : [`${path}.${must}[${index}].labelSelector: ${nullSelector}`],
    ),
    ...objectsOf(affinity, should).flatMap((weighted, index) =>
      isSet(objectOf(weighted, 'podAffinityTerm'), 'labelSelector')
        ? []
        : [`${path}.${should}[${index}].podAffinityTerm.labelSelector: ${nullSelector}`],
    ),
  ]
}

function repeatedSecrets(spec: JsonObject | undefined, path: string): readonly string[] {
  const names = objectsOf(spec, 'imagePullSecrets').map((secret) => textOf(secret, 'name'))
  const repeated = repeatedPositions(names)
  return names.flatMap((name, index) => [
    ...(repeated.has(index) ? [`${path}[${index}].name: duplicate name ${JSON.stringify(name)}`] : []),
    ...(name === '' ? [`${path}[${index}].name: invalid empty name ""`] : []),
  ])
}

/** A later value may add to the earlier one; otherwise it hides it. */
function hiddenVariables(container: JsonObject, path: string): readonly string[] {
  const seen = new Set<string>()
  return objectsOf(container, 'env').flatMap((variable, index) => {
    const [name, value] = [textOf(variable, 'name'), textOf(variable, 'value')]
    const earlier = `$(${name})`
    const adds = !isSet(variable, 'valueFrom') && value !== earlier && value.includes(earlier)
    const hides = seen.has(name) && !adds
    seen.add(name)
    if (!hides) return []
    return [
      `${path}[${index}]: hides previous definition of ${JSON.stringify(name)}, which may be dropped when using apply`,
    ]
  })
}

interface PlacedPort {
  readonly port: JsonObject
  readonly path: string
}

/** Ports of all containers together, for they share one address. */
function portWarnings(spec: JsonObject | undefined, path: string): readonly string[] {
  const ports = ['initContainers', 'containers'].flatMap((list) =>
    objectsOf(spec, list).flatMap((container, index) =>
      objectsOf(container, 'ports').map((port, at) => ({
        port,
        path: `${path}${list}[${index}].ports[${at}]`,
      })),
    ),
  )
  const named = new Map<string, PlacedPort>()
  for (const placed of ports) {
    const name = textOf(placed.port, 'name')
    if (name !== '' && !named.has(name)) named.set(name, placed)
  }
  return [
    ...clashes(ports),
    ...ports.flatMap(({ port, path: here }) => {
      const name = textOf(port, 'name')
      const first = named.get(name)
      if (first === undefined || first.path === here) return []
      const words = `services and probes that select ports by name will use ${first.path}`
      return [`${here}: duplicate port name ${JSON.stringify(name)} with ${first.path}, ${words}`]
    }),
  ]
}

/** As many as an answer has room for: of ports that are all alike each clashes with all others. */
const maxClashes = 100

function clashes(ports: readonly PlacedPort[]): readonly string[] {
  const found: string[] = []
  const alike = new Map<string, PlacedPort[]>()
  for (const placed of ports) {
    const key = `${numberOf(placed.port, 'containerPort')}/${textOf(placed.port, 'protocol')}`
    const others = alike.get(key) ?? []
    alike.set(key, others)
    for (const other of others) {
      found.push(...clash(placed, other))
      if (found.length >= maxClashes) return found
    }
    // Of many that do not clash with each other the next ones will not either, and looking at all takes too long.
    if (others.length < maxClashes) others.push(placed)
  }
  return found
}

function clash(one: PlacedPort, other: PlacedPort): readonly string[] {
  const same = (read: (port: JsonObject) => unknown): boolean => read(one.port) === read(other.port)
  const hostPort = (port: JsonObject): number => numberOf(port, 'hostPort') ?? 0
  const hostIp = (port: JsonObject): string => textOf(port, 'hostIP')
  if (!same((port) => numberOf(port, 'containerPort')) || !same((port) => textOf(port, 'protocol'))) return []
  if (same(hostIp) && same(hostPort)) return [`${one.path}: duplicate port definition with ${other.path}`]
  if (hostPort(one.port) === 0 || hostPort(other.port) === 0) {
    return [`${one.path}: overlapping port definition with ${other.path}`]
  }
  const oneIsOpen = (hostIp(one.port) === '') !== (hostIp(other.port) === '')
  return same(hostPort) && oneIsOpen
    ? [`${one.path}: dangerously ambiguous port definition with ${other.path}`]
    : []
}
