import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Connection } from '../../connection/connection.ts'
import { ControllerError, errorOfAnswer } from '../../errors.ts'
import { discover } from './discovery.ts'

const kind = { group: 'example.org', kind: 'Thing' }
const thing = {
  resource: 'things',
  responseKind: { kind: 'Thing' },
  scope: 'Namespaced',
  verbs: ['list', 'watch'],
}

/** A server whose group has these versions. */
const serving = (...versions: readonly object[]): Connection =>
  ({
    server: 'scripted',
    request: async ({ path }: { path: string }) => ({
      items: path === '/apis' ? [{ metadata: { name: 'example.org' }, versions }] : [],
    }),
  }) as unknown as Connection

type Case = [name: string, versions: readonly object[], version: string | undefined, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['in two versions',           [{ version: 'v2', resources: [thing] }, { version: 'v1', resources: [thing] }],                     'v2',      'the server names the preferred one first'],
  ['whose server is away',      [{ version: 'v1', freshness: 'Stale', resources: [thing] }],                                        'v1',      'its objects have not gone with it'],
  ['of which one is stale',     [{ version: 'v2', freshness: 'Stale', resources: [thing] }, { version: 'v1', resources: [thing] }], 'v1',      'the other one can be asked now'],
  ['that cannot be watched',    [{ version: 'v1', resources: [{ ...thing, verbs: ['get'] }] }],                                     undefined, 'nobody could keep up with it'],
  ['of a version with nothing', [{ version: 'v1' }],                                                                                undefined, 'it is not there'],
]

describe('A kind', () => {
  for (const [name, versions, version, because] of cases) {
    it(`${name} is served as ${version ?? 'nothing'}, because ${because}`, async () => {
      assert.equal((await discover(serving(...versions))).get(kind)?.version, version)
    })
  }

  it('is found by what it is called together with others, which is no name of its own', async () => {
    const categories = ['all', 'managed']
    const { together, find } = await discover(
      serving({ version: 'v1', resources: [{ ...thing, categories }] }),
    )
    assert.deepEqual(
      together('Managed').map((each) => each.kind),
      ['Thing'],
    )
    assert.deepEqual([together('things'), find('managed')], [[], []])
  })

  it('with malformed categories makes the answer unreadable', async () => {
    const malformed = serving({ version: 'v1', resources: [{ ...thing, categories: [1] }] })
    await assert.rejects(discover(malformed), /cannot be read/)
  })

  for (const resource of ['../../x', 'a/b', 'a b', 'a\r\nb', '', 'é'.repeat(60), 'x'.repeat(1_000)])
    it(`called ${JSON.stringify(resource.slice(0, 10))} makes the answer unreadable: it becomes part of paths`, async () => {
      const named = serving({ version: 'v1', resources: [{ ...thing, resource }] })
      await assert.rejects(discover(named), /cannot be read/)
    })

  it('whose server is away is not among all that can be listed', async () => {
    const { all } = await discover(serving({ version: 'v1', freshness: 'Stale', resources: [thing] }))
    assert.deepEqual(all, [])
  })
})

describe('What an older server serves', () => {
  const older = (groups: readonly object[], resources: readonly object[]) => {
    let [open, most, asked] = [0, 0, 0]
    const request = async ({ path }: { path: string }): Promise<object> => {
      if (path === '/api') return {}
      if (path === '/apis') return { groups }
      asked++
      most = Math.max(most, ++open)
      await new Promise((resolve) => setImmediate(resolve))
      open--
      return { resources }
    }
    const connection = { server: 'scripted', request } as unknown as Connection
    return { connection, asked: () => asked, most: () => most }
  }
  const group = (versions: number): object => ({
    name: 'example.org',
    versions: Array.from({ length: versions }, (_, index) => ({ version: `v${index}` })),
  })
  const listed = { name: 'things', kind: 'Thing', namespaced: true, verbs: ['list', 'watch'] }

  it('is asked for a few versions at a time, the preferred one first', async () => {
    const { connection, most, asked } = older([group(100)], [listed])
    assert.equal((await discover(connection)).versions(kind).length, 100)
    assert.equal((await discover(connection)).get(kind)?.version, 'v0')
    assert.equal(asked(), 2 * 101)
    assert.ok(most() <= 20, `${most()} at once`)
  })

  it('is not asked for where it names versions without end', async () => {
    const { connection, asked } = older([group(20_000)], [listed])
    await assert.rejects(discover(connection), /too many versions/)
    assert.equal(asked(), 0)
  })

  it('is not held where it names kinds without end', async () => {
    const { connection, asked } = older(
      [group(1_000)],
      Array.from({ length: 5_000 }, () => listed),
    )
    await assert.rejects(discover(connection), /too many kinds/)
    assert.ok(asked() <= 40, `${asked()} asked`)
  })
})

type Failing = [
  name: string,
  answers: Readonly<Record<string, number | 'broken'>>,
  patience: number | undefined,
  because: string,
]

// biome-ignore format: the table is the specification; its columns stay aligned
const failing: Failing[] = [
  ['one breaks, one asks for time',  { '/api': 'broken', '/apis': 9_000 },  9_000,     'whoever breaks first says nothing of the other'],
  ['the same the other way round',   { '/api': 9_000, '/apis': 'broken' },  9_000,     'both are asked again together'],
  ['both ask for time',              { '/api': 2_000, '/apis': 9_000 },     9_000,     'the longer one holds for both'],
  ['both break',                     { '/api': 'broken', '/apis': 'broken' }, undefined, 'nobody asked for anything'],
]

describe('What is served, where it cannot be asked', () => {
  for (const [name, answers, patience, because] of failing)
    it(`${name}: ${patience ?? 'no'} ms of patience, because ${because}`, async () => {
      const request = async ({ path }: { path: string }): Promise<never> => {
        const answer = answers[path] ?? 'broken'
        if (answer === 'broken')
          throw new ControllerError('not-reachable', 'the connection broke', { retry: 'with-backoff' })
        await Promise.resolve()
        throw errorOfAnswer(429, path, { body: '', retryAfterMs: answer })
      }
      await assert.rejects(
        discover({ server: 'scripted', request } as unknown as Connection),
        (error) => error instanceof ControllerError && error.retryAfterMs === patience,
      )
    })
})
