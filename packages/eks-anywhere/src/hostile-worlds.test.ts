import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { clusterApi } from '@sitrep/cluster-api'
import { createEngine, fileChanges } from '@sitrep/engine'
import { type Catalog, createCatalog, type KubeObject, type Profile, profiles } from '@sitrep/status'
import fc from 'fast-check'
import { readDocuments } from '../../../tools/vectors/read-documents.ts'
import { eksAnywhere } from './index.ts'

interface World {
  readonly objects: readonly KubeObject[]
}

const vectors = join(import.meta.dirname, '..', 'vectors')
const worlds = ['proposal/cluster.yaml', 'released/cluster.yaml'].flatMap(
  (file) => readDocuments(join(vectors, file)) as readonly World[],
)

const isOurs = ({ apiVersion, kind }: KubeObject): boolean =>
  kind === 'Cluster' && apiVersion.startsWith('anywhere.eks.amazonaws.com/')

const catalogs = Object.fromEntries(
  profiles.map((profile) => [profile, createCatalog(clusterApi({ profile }), eksAnywhere({ profile }))]),
) as Record<Profile, Catalog>

/** What is said of every EKS Anywhere Cluster, and whether anything threw. */
function judged(objects: readonly KubeObject[], profile: Profile) {
  const catalog = catalogs[profile]
  const engine = createEngine(catalog)
  const problems = engine
    .apply(fileChanges(objects, catalog.reach), '2026-01-01T12:00:00Z')
    .filter(({ ref }) => ref.group === 'anywhere.eks.amazonaws.com')
    .flatMap((change) => change.problems)
  const statuses = objects.filter(isOurs).map(({ metadata }) => {
    const { name, namespace = '' } = metadata
    const ref = { group: 'anywhere.eks.amazonaws.com', kind: 'Cluster', namespace, name }
    return [`${namespace}/${name}`, engine.object(ref)?.status] as const
  })
  return { problems, statuses: statuses.sort(([a], [b]) => (a < b ? -1 : 1)) }
}

const runs = { numRuns: 60 }

const oddValue = fc.oneof(
  fc.constantFrom<unknown>(null, '', true, [], {}, [null], [{}], -1, 1.5),
  fc.string(),
  fc.double(),
)

/** Every place in a value, each as the steps that lead there. */
const placesIn = (value: unknown, steps: readonly string[] = []): readonly (readonly string[])[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [[...steps, key], ...placesIn(inner, [...steps, key])])
    : []

function replaced(value: unknown, [step, ...further]: readonly string[], by: unknown): unknown {
  if (step === undefined) return by
  const inner = (value as Readonly<Record<string, unknown>>)[step]
  const put = replaced(inner, further, by)
  if (Array.isArray(value)) return value.map((item, at) => (String(at) === step ? put : item))
  return { ...(value as object), [step]: put }
}

// By these an object is found at all.
const isIdentity = ([first, second]: readonly string[]): boolean =>
  first === 'apiVersion' ||
  first === 'kind' ||
  (first === 'metadata' && (second === undefined || second === 'name' || second === 'namespace'))

describe('an EKS Anywhere Cluster in any world', () => {
  for (const profile of profiles) {
    it(`says the same in whatever order objects come (${profile})`, () => {
      const shuffled = fc
        .constantFrom(...worlds)
        .chain(({ objects }) =>
          fc
            .shuffledSubarray([...objects], { minLength: objects.length })
            .map((other) => ({ objects, other })),
        )
      fc.assert(
        fc.property(shuffled, ({ objects, other }) => {
          assert.deepEqual(judged(other, profile).statuses, judged(objects, profile).statuses)
        }),
        runs,
      )
    })

    it(`is judged without a crash where one value is anything at all (${profile})`, () => {
      const places = worlds.flatMap(({ objects }) =>
        objects.flatMap((object, at) =>
          placesIn(object)
            .filter((steps) => !isIdentity(steps))
            .map((steps) => ({ objects, at, steps })),
        ),
      )
      const check = fc.property(fc.constantFrom(...places), oddValue, ({ objects, at, steps }, value) => {
        const odd = objects.map((object, index) =>
          index === at ? (replaced(object, steps, value) as KubeObject) : object,
        )
        const threw = judged(odd, profile).problems.filter(({ problem }) => problem === 'definition-threw')
        assert.deepEqual(threw, [])
      })
      fc.assert(check, { numRuns: 1_000 })
    })

    it(`is judged without a crash where objects hold anything at all (${profile})`, () => {
      const broken = fc
        .constantFrom(...worlds)
        .chain(({ objects }) =>
          fc
            .tuple(
              fc.nat(objects.length - 1),
              fc.constantFrom('spec', 'status'),
              fc.jsonValue({ maxDepth: 3 }),
            )
            .map(([place, field, value]) =>
              objects.map((object, index) =>
                index === place ? ({ ...object, [field]: value } as KubeObject) : object,
              ),
            ),
        )
      fc.assert(
        fc.property(broken, (objects) => {
          const threw = judged(objects, profile).problems.filter(
            ({ problem }) => problem === 'definition-threw',
          )
          assert.deepEqual(threw, [])
        }),
        runs,
      )
    })
  }
})
