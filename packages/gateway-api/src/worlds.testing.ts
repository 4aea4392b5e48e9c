import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { createEngine, type Engine, fileChanges } from '@sitrep/engine'
import {
  createCatalog,
  type Fields,
  fields,
  groupOf,
  type KubeObject,
  list,
  type Profile,
  type SettingValues,
} from '@sitrep/status'
import { parseAllDocuments } from 'yaml'
import { gatewayApi } from './gateway-api.ts'
import { parentKey } from './lists.ts'

/** A world and what must be said about it, with entries told apart by their keys. */
export interface World {
  readonly name: string
  readonly because: string
  readonly at: string
  readonly profile: Profile
  /** By family, as in every vector. */
  readonly settings?: Readonly<Record<string, SettingValues>>
  readonly objects: readonly KubeObject[]
  readonly expect: readonly Expected[]
}

interface Expected {
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly unchanged?: true
  readonly conditions?: readonly Fields[]
  readonly absent?: readonly string[]
  readonly listeners?: readonly Fields[]
  readonly parents?: readonly Fields[]
  readonly ancestors?: readonly Fields[]
  readonly attachedListenerSets?: number
}

/** Every world of a file. */
export const readWorlds = (file: string): readonly World[] =>
  [...parseAllDocuments(readFileSync(file, 'utf8'))].map(
    (document) => document.toJS({ maxAliasCount: -1 }) as World,
  )

/** The controller that answered the worlds; vectors of ours are about another one, which they name. */
const usual = { controllerNames: ['gateway.envoyproxy.io/gatewayclass-controller'] }

/** An engine that has seen a world. */
export function engineOf({ profile, settings, objects, at }: World): Engine {
  const catalog = createCatalog(gatewayApi({ profile, settings: settings?.['gateway-api'] ?? usual }))
  const engine = createEngine(catalog)
  const changes = engine.apply(fileChanges(objects, catalog.reach), at)
  const problems = changes.flatMap((change) => change.problems)
  if (problems.length > 0) {
    const [problem] = problems
    throw problem?.problem === 'definition-threw' ? problem.error : new Error(JSON.stringify(problem))
  }
  return engine
}

/** What differs between what is said of a world and what is expected, a line each. */
export function differencesIn(world: World): readonly string[] {
  const [controllerName = ''] = list(
    (world.settings?.['gateway-api'] ?? usual)['controllerNames'],
  ) as readonly string[]
  const engine = engineOf(world)
  return world.expect.flatMap((expected) => {
    const object = world.objects.find(
      ({ kind, metadata }) =>
        kind === expected.kind &&
        metadata.name === expected.name &&
        (metadata.namespace ?? '') === (expected.namespace ?? ''),
    )
    if (object === undefined) return [`${expected.kind} ${expected.name}: no such object`]
    const { namespace, name } = object.metadata
    const computed = engine.object({
      group: groupOf(object.apiVersion),
      kind: object.kind,
      ...(namespace !== undefined && { namespace }),
      name,
    })
    const found = compareObject({ object, status: fields(computed?.status), expected, controllerName })
    return found.map((line) => `${expected.kind} ${expected.namespace ?? ''}/${expected.name}: ${line}`)
  })
}

interface Comparing {
  readonly object: KubeObject
  readonly status: Fields
  readonly expected: Expected
  readonly controllerName: string
}

function compareObject({ object, status, expected, controllerName }: Comparing): readonly string[] {
  if (expected.unchanged === true)
    return isDeepStrictEqual(status, fields(object.status)) ? [] : ['its status was to stay as it was']
  const { metadata } = object
  const sets = expected.attachedListenerSets
  return [
    ...compareConditions(status, expected),
    ...(sets !== undefined && (status['attachedListenerSets'] ?? 0) !== sets
      ? [`attachedListenerSets is ${status['attachedListenerSets']}, expected ${sets}`]
      : []),
    ...compareEntries(expected.listeners, list(status['listeners']).map(fields), ({ name }) => String(name)),
    ...compareEntries(
      expected.parents,
      relevant(list(status['parents']).map(fields), expected.parents, controllerName),
      (entry) => `${entry['controllerName']}|${parentKey(fields(entry['parentRef']), metadata.namespace)}`,
      list(fields(object.status)['parents']).map(fields),
    ),
    ...compareEntries(
      expected.ancestors,
      relevant(list(status['ancestors']).map(fields), expected.ancestors, controllerName),
      (entry) =>
        `${entry['controllerName']}|${parentKey({ ...fields(entry['ancestorRef']), sectionName: undefined }, metadata.namespace)}`,
      list(fields(object.status)['ancestors']).map(fields),
    ),
  ]
}

// Entries of other controllers count only where one is expected.
const relevant = (
  entries: readonly Fields[],
  expected: readonly Fields[] | undefined,
  controllerName: string,
): readonly Fields[] =>
  entries.filter(
    (entry) =>
      entry['controllerName'] === controllerName ||
      expected?.some((each) => each['controllerName'] === entry['controllerName']) === true,
  )

function compareEntries(
  expected: readonly Fields[] | undefined,
  entries: readonly Fields[],
  keyOf: (entry: Fields) => string,
  reported: readonly Fields[] = [],
): readonly string[] {
  if (expected === undefined) return []
  const wanted = expected.map(keyOf)
  const lines = entries
    .map(keyOf)
    .filter((key) => !wanted.includes(key))
    .map((key) => `${key} was not to be there`)
  for (const each of expected) {
    const key = keyOf(each)
    const found = entries.find((entry) => keyOf(entry) === key)
    if (found === undefined) lines.push(`${key} is missing`)
    else if (each['unchanged'] === true) {
      if (
        !isDeepStrictEqual(
          found,
          reported.find((entry) => keyOf(entry) === key),
        )
      )
        lines.push(`${key} was to stay as it was`)
    } else lines.push(...compareEntry(found, each).map((line) => `${key}: ${line}`))
  }
  return lines
}

function compareEntry(found: Fields, expected: Fields): readonly string[] {
  const count = expected['attachedRoutes']
  const kinds = expected['supportedKinds']
  return [
    ...(count !== undefined && found['attachedRoutes'] !== count
      ? [`attachedRoutes is ${found['attachedRoutes']}, expected ${count}`]
      : []),
    ...(kinds !== undefined && !isDeepStrictEqual(kindSet(kinds), kindSet(found['supportedKinds']))
      ? [`supportedKinds are ${kindSet(found['supportedKinds'])}, expected ${kindSet(kinds)}`]
      : []),
    ...compareConditions(found, expected),
  ]
}

const kindSet = (kinds: unknown): readonly string[] =>
  list(kinds)
    .map((each) => `${fields(each)['kind']}.${fields(each)['group']}`)
    .sort()

function compareConditions(
  found: Fields,
  expected: Pick<Expected, 'conditions' | 'absent'> | Fields,
): readonly string[] {
  const conditions = list(found['conditions']).map(fields)
  const lines = list(expected['absent' as keyof typeof expected])
    .filter((type) => conditions.some((condition) => condition['type'] === type))
    .map((type) => `${type} was not to be there`)
  for (const wanted of list(expected['conditions' as keyof typeof expected]).map(fields)) {
    const condition = conditions.find(({ type }) => type === wanted['type'])
    if (condition === undefined) {
      lines.push(`${wanted['type']} is missing`)
      continue
    }
    for (const [field, value] of Object.entries(wanted)) {
      if (condition[field] !== value)
        lines.push(
          `${wanted['type']} ${field} is ${condition[field]} (${condition['status']}/${condition['reason']}: ${condition['message']}), expected ${value}`,
        )
    }
  }
  return lines
}
