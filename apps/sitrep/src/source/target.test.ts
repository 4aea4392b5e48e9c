import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestCluster, type TestCluster } from '../cluster.testing.ts'

/** A second kind called Widget, of another group. */
const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.org' },
  spec: {
    group: 'example.org',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
}

describe('A kind whose name two groups use', () => {
  let cluster: TestCluster
  const post = (path: string, body: unknown): Promise<unknown> =>
    cluster.connection.request({ method: 'POST', path, body })
  const other = (name: string): Promise<unknown> =>
    post('/apis/example.org/v1/namespaces/prod/widgets', {
      apiVersion: 'example.org/v1',
      kind: 'Widget',
      metadata: { name, namespace: 'prod' },
    })

  before(async () => {
    cluster = await openTestCluster()
    await post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crd)
    await Promise.all([cluster.create('com'), cluster.create('both'), other('org'), other('both')])
  })
  after(() => cluster.close())

  type Case = [line: string, code: number, says: RegExp, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['get widget/com -o name',             0, /^widget\.example\.com\/com$/,                     'only that group has it'],
    ['get widget/org -o name',             0, /^widget\.example\.org\/org$/,                     'only that group has it'],
    ['get widget com org -o name',         0, /example\.com\/com\s+widget\.example\.org\/org$/,  'each name is looked for by itself'],
    ['get widgets.example.org/both -o name', 0, /^widget\.example\.org\/both$/,                  'the group was named'],
    ['get widget/both',                    2, /use widgets\.example\.com\/both or widgets\.example\.org\/both/, 'either may be meant'],
    ['delete widget/both',                 2, /There are several kinds of this name/,            'nothing is deleted by guessing'],
    ['wait widget/none --for Ready',       2, /There are several kinds of this name/,            'nobody can tell which will come'],
    ['get widget/none',                    1, /none/,                                            'neither has it'],
    ['explain widget/org',                 1, /Widget prod\/org/,                                            'the same goes for other commands'],
  ]
  for (const [line, code, says, because] of cases) {
    it(`${line}: ${code}, because ${because}`, async () => {
      const ran = await cluster.run(line.split(' '))
      assert.match([...ran.out, ...ran.err].join('\n'), says)
      assert.equal(ran.code, code)
    })
  }

  it('is listed in all its groups', async () => {
    const { out } = await cluster.run(['get', 'widgets', '-o', 'name'])
    assert.equal(out.join('\n').match(/widget\.example\.(com|org)\//g)?.length, 4)
  })
})

describe('A kind that is awaited, whose name two groups use', () => {
  it('is the one of which there are objects already', async () => {
    const cluster = await openTestCluster()
    try {
      const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
      await cluster.connection.request({ method: 'POST', path, body: crd })
      await cluster.create('com')
      const { code, err } = await cluster.run(['wait', 'widget/late', '--for', 'Ready', '--timeout', '0'])
      assert.deepEqual([code, err.some((line) => line.includes('several kinds'))], [3, false])
    } finally {
      await cluster.close()
    }
  })
})
