import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Connection } from '../../connection/connection.ts'
import { errorOfAnswer } from '../../errors.ts'
import { eventually, openTestCluster, type TestCluster } from '../../testing.ts'
import { realTiming } from '../../timing.ts'
import { ClusterFeed } from './cluster-feed.ts'

const wanted = (kind: string) => ({ cluster: '', group: '', kind })

describe('A server that does not begin watches with the present state', () => {
  let cluster: TestCluster
  before(async () => {
    cluster = await openTestCluster([])
  })
  after(() => cluster.close())

  it('is asked for that once, whatever is followed in it later', async () => {
    const refused: string[] = []
    const read = new Set<string>()
    const connection: Connection = {
      ...cluster.connection,
      stream: async (request) => {
        if (!request.path.includes('sendInitialEvents')) return cluster.connection.stream(request)
        refused.push(request.path.split('?')[0] ?? '')
        throw errorOfAnswer(422, request.path, { body: '{}' })
      },
    }
    const feed = new ClusterFeed({
      cluster: '',
      connection,
      timing: realTiming,
      indexes: [],
      onChanges: (changes) => {
        for (const change of changes)
          if ('read' in change && change.read && change.kind !== 'every') read.add(change.kind.kind)
      },
    })
    await feed.follow([wanted('ConfigMap')])
    await eventually('the first kind is read', () => read.has('ConfigMap'))

    await feed.follow([wanted('ConfigMap'), wanted('Secret'), wanted('Node')])
    await eventually('the other kinds are read', () => read.has('Secret') && read.has('Node'))

    await feed.stop()
    assert.deepEqual(refused, ['/api/v1/configmaps'])
  })
})
