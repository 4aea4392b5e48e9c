import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { reach } from '@sitrep/cluster-api'
import type { FactSource } from './fact-source.ts'
import { census, openWorkloadStory, type WorkloadStory } from './workload.testing.ts'

const isUnread = (words: string): boolean => words.startsWith('Unknown')
const lists = (path: string): boolean => path.includes('/api/v1/nodes') || path.includes('/api/v1/pods')

describe('A workload cluster', () => {
  let story: WorkloadStory
  beforeEach(async () => {
    story = await openWorkloadStory()
  })
  afterEach(() => story.close())

  const last = (): string | undefined => story.said.at(-1)
  const connect = async (): Promise<void> => {
    await story.putSecret(story.kubeconfig())
    await story.addNode('n1')
    story.start()
    await story.until('the Node is seen', () => last() === 'True Nodes n1 with')
  }

  it('is looked at without a moment in which it cannot be read', async () => {
    await connect()
    assert.deepEqual(story.said, ['True Nodes n1 with'])
  })

  it('is not spoken of anew when the controller is started again', async () => {
    await connect()
    await story.controller().settled()
    story.said.length = 0
    await story.restart()
    await story.addNode('n2')
    await story.until('the second Node is seen', () => last() === 'True Nodes n1,n2 with')
    assert.deepEqual(story.said, ['True Nodes n1,n2 with'])
  })

  it('that restarts flips nothing, and what happened meanwhile is seen', async () => {
    await connect()
    story.said.length = 0
    story.gate.set(() => 'cut')
    await story.timing.advance(25_000, 500)
    await story.addNode('n2')
    assert.deepEqual(story.said, [])
    story.gate.set(() => 'pass')
    await story.timing.advance(30_000, 1_000)
    await story.until('the second Node is seen', () => last() === 'True Nodes n1,n2 with')
    assert.deepEqual(story.said.filter(isUnread), [])
  })

  it('that was lost is told as found only when it has been listed again', async () => {
    await connect()
    story.said.length = 0
    story.gate.set(() => 'cut')
    await story.timing.advance(70_000, 1_000)
    await story.addNode('n2')
    const release = story.gate.holdBack(lists)
    story.gate.set(() => 'pass')
    await story.timing.advance(40_000, 1_000)
    assert.deepEqual(story.said, [])
    release()
    await story.until('the second Node is seen', () => last() === 'True Nodes n1,n2 with')
    assert.deepEqual(story.said.filter(isUnread), [])
  })

  it('whose lists hang is told as unread after a while, and is read as soon as they come', async () => {
    await story.putSecret(story.kubeconfig())
    await story.addNode('n1')
    const release = story.gate.holdBack(lists)
    story.start()
    await story.until('it is being listed', () => story.gate.asked.some((path) => path.endsWith('/nodes')))
    await story.timing.advance(50_000, 1_000)
    assert.deepEqual(story.said, [])
    await story.timing.advance(20_000, 1_000)
    assert.deepEqual(story.said, ['Unknown NodesUnread'])
    assert.match(story.unreadable[0]?.message ?? '', /has not answered in time/)
    release()
    await story.until('the Node is seen', () => last() === 'True Nodes n1 with')
  })

  it('that was lost shows no longer what went away meanwhile, once it has been listed again', async () => {
    await connect()
    await story.addNode('n2')
    await story.until('the second Node is seen', () => last() === 'True Nodes n1,n2 with')
    story.said.length = 0
    story.gate.set(() => 'cut')
    await story.timing.advance(60_000, 1_000)
    await story.removeNode('n1')
    await story.timing.advance(60_000, 1_000)
    assert.deepEqual(story.said, [])
    story.gate.set(() => 'pass')
    await story.timing.advance(40_000, 1_000)
    await story.until('only the second Node is seen', () => last() === 'True Nodes n2 with')
    assert.deepEqual(story.said, ['True Nodes n2 with'])
    assert.equal(story.controller().engine.object(story.node('n1')), undefined)
  })

  it('whose Cluster is gone leaves nothing behind', async () => {
    await connect()
    const { engine } = story.controller()
    assert.notEqual(engine.object(story.node('n1')), undefined)
    await story.management.request({
      method: 'DELETE',
      path: '/apis/cluster.x-k8s.io/v1beta2/namespaces/prod/clusters/blue',
    })
    await story.until('its Node is forgotten', () => engine.object(story.node('n1')) === undefined)
    assert.deepEqual(
      [...engine.objects()].map(({ ref }) => ref).filter(({ cluster }) => cluster === 'prod/blue'),
      [],
    )
  })

  it('is connected at once when its kubeconfig comes, without waiting for the next attempt', async () => {
    await story.addNode('n1')
    story.start()
    await story.until('the Cluster is known', () => story.controller().synced)
    await story.putSecret(story.kubeconfig())
    await story.until('the Node is seen', () => last() === 'True Nodes n1 with')
  })

  it('is connected at once when a kubeconfig that leads nowhere is replaced', async () => {
    await story.addNode('n1')
    await story.putSecret(story.kubeconfig('token', 'http://127.0.0.1:1'))
    story.start()
    await story.until('the Cluster is known', () => story.controller().synced)
    await story.putSecret(story.kubeconfig())
    await story.until('the Node is seen', () => last() === 'True Nodes n1 with')
  })

  it('whose credentials were replaced is reached with the newest ones', async () => {
    await connect()
    story.said.length = 0
    story.gate.set((_path, token) => (token === 'second' ? 'pass' : { status: 401, body: '' }))
    await story.timing.advance(20_000, 1_000)
    assert.deepEqual(story.said, [])
    await story.putSecret(story.kubeconfig('second'))
    await story.addNode('n2')
    await story.until('the second Node is seen', () => last() === 'True Nodes n1,n2 with')
    assert.deepEqual(story.said.filter(isUnread), [])
  })

  it('says of a kind that must not be read which permission is missing', async () => {
    const message =
      'nodes is forbidden: User "blue" cannot list resource "nodes" in API group "" at the cluster scope'
    story.gate.set((path) =>
      path.includes('/nodes') ? { status: 403, body: JSON.stringify({ kind: 'Status', message }) } : 'pass',
    )
    await story.putSecret(story.kubeconfig())
    story.start()
    await story.until('that is said', () => last() === 'Unknown NodesUnread')
    assert.match(story.unreadable[0]?.message ?? '', /cannot list resource "nodes"/)
  })

  it('that is deleted while it is being connected is forgotten', async () => {
    const release = story.gate.holdBack((path) => path.endsWith('/clusters/prod/blue/'))
    await story.putSecret(story.kubeconfig())
    const controller = story.start()
    await story.until('it is being asked', () => story.gate.asked.some((path) => path.endsWith('blue/')))
    await story.management.request({
      method: 'DELETE',
      path: '/apis/cluster.x-k8s.io/v1beta2/namespaces/prod/clusters/blue',
    })
    const probe = { group: 'sitrep.dev', kind: 'ClusterProbe', namespace: 'prod', name: 'blue' }
    await story.until('nothing is known of it', () => controller.engine.object(probe) === undefined)
    release()
    await controller.settled()
    assert.equal(controller.engine.object(probe), undefined)
  })

  describe('about which somebody tells a fact', () => {
    let looks = 0
    let words: string | undefined
    const counting: FactSource = {
      fact: census,
      look: async () => {
        looks++
        return words === undefined ? undefined : { words }
      },
    }
    const begin = async (): Promise<void> => {
      looks = 0
      words = 'one'
      await story.putSecret(story.kubeconfig())
      await story.addNode('n1')
      story.start({ sources: [counting] })
      await story.until('the Node is seen', () => last()?.startsWith('True Nodes') === true)
    }

    it('says what is new of it, nothing while it stays the same, and takes back what cannot be seen', async () => {
      await begin()
      await story.until('the fact is there', () => last() === 'True Nodes n1 with one')
      story.said.length = 0
      await story.timing.advance(60_000, 5_000)
      assert.deepEqual(story.said, [])
      assert.ok(looks > 4, `${looks} looks in a minute`)
      words = 'two'
      await story.timing.advance(10_000, 5_000)
      words = undefined
      await story.timing.advance(10_000, 5_000)
      assert.deepEqual(story.said, ['True Nodes n1 with two', 'True Nodes n1 with'])
    })

    it('looks less often while it cannot see', async () => {
      await begin()
      words = undefined
      await story.timing.advance(20_000, 5_000)
      looks = 0
      await story.timing.advance(240_000, 5_000)
      assert.ok(looks >= 3 && looks <= 7, `${looks} looks in four minutes`)
    })

    it('leaves a fact to whoever feeds it', async () => {
      await begin()
      await story.until('the fact is there', () => last() === 'True Nodes n1 with one')
      const fed = {
        apiVersion: 'sitrep.dev/v1alpha1',
        kind: census.kind.kind,
        metadata: { namespace: 'prod', name: 'blue' },
        status: { words: 'three' },
      }
      story.controller().feed([{ object: fed }])
      looks = 0
      await story.timing.advance(60_000, 5_000)
      assert.equal(last(), 'True Nodes n1 with three')
      assert.equal(looks, 0)
    })
  })

  type Jump = [name: string, byMs: number, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const jumps: Jump[] = [
    ['back',  -3_600_000, 'a success that lies ahead would hide for an hour that there is no other'],
    ['ahead', 275_000,    'no grace period has run out by that'],
  ]
  for (const [name, byMs, because] of jumps)
    it(`was seen just now when the clock is set ${name}, because ${because}`, async () => {
      await connect()
      await story.timing.advance(15_000, 1_000)
      const recent = new Set<boolean>()
      const look = (): void => {
        const { engine } = story.controller()
        const { status } = engine.object({ ...reach.probe, namespace: 'prod', name: 'blue' }) ?? {}
        const seen = Date.parse((status as { lastProbeSuccessTime?: string }).lastProbeSuccessTime ?? '')
        const age = story.timing.now() - seen
        recent.add(age >= 0 && age < 40_000)
      }
      story.timing.jump(byMs)
      await story.addNode('n2')
      await story.until('the second Node is seen', () => last() === 'True Nodes n1,n2 with')
      look()
      for (let seconds = 0; seconds < 60; seconds++) {
        await story.timing.advance(1_000)
        look()
      }
      assert.deepEqual([...recent], [true])
    })

  type Case = [name: string, text: (story: WorkloadStory) => string, because: string]
  const page = '<html><body>Please sign in</body></html>'
  const cases: Case[] = [
    ['no YAML', () => '\u0000{{{:::', 'somebody wrote garbage'],
    ['lists that are none', () => 'contexts: 5\nclusters: {}\nusers: no', 'somebody wrote garbage'],
    ['no address', ({ kubeconfig }) => kubeconfig('t', 'not an address'), 'the server is no URL'],
    [
      'certificates that are none',
      ({ kubeconfig }) => kubeconfig().replace('"token"', '"client-certificate-data":"AAAA","token"'),
      'TLS cannot begin',
    ],
    ['a token with a line break', ({ kubeconfig }) => kubeconfig('a\nb'), 'it cannot be sent'],
    [
      'a program to run',
      ({ kubeconfig }) => kubeconfig().replace('"token"', '"exec":{"command":"/bin/true"},"token"'),
      'a Secret must not run programs here',
    ],
    [
      'a file to read',
      ({ kubeconfig }) => kubeconfig().replace('"token"', '"tokenFile":"/etc/passwd","token"'),
      'a Secret must not read files here',
    ],
    [
      'a server that is not there',
      ({ kubeconfig }) => kubeconfig('t', 'http://127.0.0.1:1'),
      'nobody listens',
    ],
    [
      '300 kB',
      ({ kubeconfig }) => kubeconfig() + ' '.repeat(300_000),
      'reading it would stop everything else',
    ],
  ]
  for (const [name, text, because] of cases) {
    it(`with a kubeconfig of ${name} harms nobody, because ${because}; a good one follows`, async () => {
      await story.addNode('n1')
      await story.putSecret(text(story))
      story.start()
      await story.until('the Cluster is known', () => story.controller().synced)
      await story.timing.advance(40_000, 5_000)
      assert.deepEqual(story.said, [])
      await story.putSecret(story.kubeconfig())
      await story.until('the Node is seen', () => last() === 'True Nodes n1 with')
    })
  }

  type Nonsense = [name: string, path: string, body: unknown]
  const halfGroup = { metadata: {}, versions: [{ version: 'v1', resources: [{ resource: 5 }] }] }
  const nonsense: Nonsense[] = [
    ['groups that are none', '/apis', { items: [{}, null, 5] }],
    ['a group whose resource has no name', '/apis', { items: [halfGroup] }],
    ['names of groups that are none', '/apis', { groups: [null, { name: 5 }] }],
    ['null for what it serves', '/apis', null],
    ['a number for a list', '/nodes', 5],
    ['a text for the labels of a Node', '/nodes', { items: [{ metadata: { name: 'n1', labels: 'x' } }] }],
    ['a list for the metadata of a Node', '/nodes', { items: [{ metadata: [{ name: 'n1' }] }] }],
    [
      'a Node of a kind that is none',
      '/nodes',
      { items: [{ kind: 7, apiVersion: {}, metadata: { name: 'n1' } }] },
    ],
    [
      'a Node whose fields are none',
      '/nodes',
      { items: [{ metadata: { name: 'n1' }, spec: 5, status: [] }] },
    ],
    ['lists that go on for ever', '/nodes', { items: [], metadata: { continue: 'more' } }],
  ]
  for (const [name, path, body] of nonsense) {
    it(`that answers with ${name} harms nobody, and is read once it makes sense`, async () => {
      story.gate.set((asked) =>
        asked.split('?')[0]?.endsWith(path) === true ? { status: 200, body: JSON.stringify(body) } : 'pass',
      )
      await story.putSecret(story.kubeconfig())
      await story.addNode('n1')
      story.start()
      await story.until('it was asked', () => story.gate.asked.some((asked) => asked.endsWith(path)))
      await story.timing.advance(60_000, 1_000)
      story.gate.set(() => 'pass')
      await story.timing.advance(120_000, 1_000)
      await story.until('the Node is seen', () => last() === 'True Nodes n1 with')
    })
  }

  it('that answers everything with a page of a proxy lives, and cannot be read', async () => {
    story.gate.set(() => ({ status: 200, body: page }))
    await story.putSecret(story.kubeconfig())
    story.start()
    await story.until('it was asked', () => story.gate.asked.length > 0)
    await story.timing.advance(70_000, 1_000)
    await story.until('that is said', () => last() === 'Unknown NodesUnread')
    story.gate.set(() => 'pass')
    await story.addNode('n1')
    await story.timing.advance(60_000, 1_000)
    await story.until('the Node is seen', () => last() === 'True Nodes n1 with')
  })

  const answers: [name: string, status: number, body: string][] = [
    ['500', 500, '{"kind":"Status","message":"etcd is down"}'],
    ['403', 403, '{"kind":"Status","message":"forbidden"}'],
  ]
  for (const [name, status, body] of answers) {
    it(`that answers everything with ${name} is not connected`, async () => {
      story.gate.set(() => ({ status, body }))
      await story.putSecret(story.kubeconfig())
      story.start()
      await story.until('it was asked', () => story.gate.asked.length > 0)
      await story.timing.advance(10_000, 5_000)
      assert.deepEqual(story.said, [])
    })
  }
})
