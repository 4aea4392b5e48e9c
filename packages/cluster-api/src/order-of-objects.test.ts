import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createEngine, fileChanges } from '@sitrep/engine'
import { createCatalog, groupOf, type KubeObject, type Profile, profiles } from '@sitrep/status'
import fc from 'fast-check'
import { readDocuments } from '../../../tools/vectors/read-documents.ts'
import { clusterApi } from './catalog.ts'

interface World {
  readonly name: string
  readonly at: string
  readonly objects: readonly KubeObject[]
}

const folder = join(import.meta.dirname, '..', 'vectors')

const worlds = (pattern: string): readonly World[] =>
  globSync(pattern, { cwd: folder }).flatMap((file) => readDocuments(join(folder, file)) as readonly World[])

/** All statuses of a world, as texts. */
function judged({ objects, at }: World, profile: Profile): ReadonlyMap<string, string> {
  const catalog = createCatalog(clusterApi({ profile }))
  const engine = createEngine(catalog)
  engine.apply(fileChanges(objects, catalog.reach), at)
  return new Map(
    objects.map(({ apiVersion, kind, metadata }) => {
      const { name, namespace } = metadata
      const ref = { group: groupOf(apiVersion), kind, name, ...(namespace && { namespace }) }
      return [`${kind} ${namespace}/${name}`, JSON.stringify(engine.object(ref)?.status)]
    }),
  )
}

const told = worlds('proposal/*.yaml')
const stories = [...worlds('recorded/*.yaml'), ...told]

describe('the order in which objects come', () => {
  for (const profile of profiles) {
    it(`never changes a byte of a status (${profile})`, () => {
      const shuffled = fc
        .constantFrom(...stories)
        .chain((world) =>
          fc
            .shuffledSubarray([...world.objects], { minLength: world.objects.length })
            .map((objects) => ({ world, objects })),
        )
      fc.assert(
        fc.property(shuffled, ({ world, objects }) => {
          assert.deepEqual(
            [...judged({ ...world, objects }, profile)].sort(),
            [...judged(world, profile)].sort(),
          )
        }),
        { numRuns: 60 },
      )
    })
  }
})

const times = /\d{4}-\d\d-\d\dT\d\d:\d\d|\b\d+(?:\.\d+)?(?:ms|s)\b(?! required)/

describe('a message of the document', () => {
  it('holds no time that moves by itself', () => {
    for (const world of told) {
      const later = judged(
        { ...world, at: new Date(Date.parse(world.at) + 3_600_000).toISOString() },
        'proposal',
      )
      for (const [name, status] of judged(world, 'proposal')) {
        const before = messages(status)
        const after = messages(later.get(name))
        for (const [type, message] of after) {
          if (before.get(type) !== message) assert.doesNotMatch(message, times, `${name} ${type}`)
        }
      }
    }
  })
})

function messages(status: string | undefined): ReadonlyMap<string, string> {
  const { conditions = [] } = (status === undefined ? {} : JSON.parse(status)) as {
    readonly conditions?: readonly { readonly type: string; readonly message?: string }[]
  }
  return new Map(conditions.map(({ type, message = '' }) => [type, message]))
}
