import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { familyOf } from '../phases/families.ts'
import type { Seen } from './cluster-watch.ts'
import { FollowedCluster } from './followed-cluster.ts'

const cluster = {
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  kind: 'Cluster',
  metadata: { namespace: 'team', name: 'prod', generation: 1 },
}

const nothing: Seen = {
  cluster: undefined,
  capiCluster: undefined,
  controlPlane: undefined,
  workers: [],
  machines: [],
  secret: undefined,
  secretUnreadable: undefined,
  blind: false,
  unreadable: undefined,
  complete: false,
}

describe('What is known of a cluster that is followed', () => {
  type Case = [name: string, seen: Partial<Seen>, says: string, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['nothing has come',       {},                                                     'unreadable, open: nobody knows: it has not been read yet', 'what was never read is not missing'],
    ['a part has come',        { cluster },                                            'unreadable, open: nobody knows: it has not been read yet', 'half of a cluster tells nothing'],
    ['all has come',           { cluster, capiCluster: cluster, complete: true },      'readable, settled: Spec taken up',                         'one look has been taken'],
    ['it cannot be read now',  { cluster, capiCluster: cluster, complete: true, unreadable: 'refused' }, 'unreadable, settled: Spec taken up',     'what was seen may be old'],
  ]
  for (const [name, seen, says, because] of cases) {
    it(`${name}: ${says}, because ${because}`, () => {
      const family = familyOf(cluster)
      assert.ok(family)
      const followed = new FollowedCluster({
        family,
        cluster,
        watch: { seen: { ...nothing, ...seen }, stop: async () => {} },
        patience: { failAfterMs: 60_000, settleMs: 1_000, firstLook: 'trusted' },
        kubeconfigPath: 'prod.kubeconfig',
        writeKubeconfig: () => {},
        tell: () => {},
      })
      assert.equal(followed.look(0), undefined)
      const words = [followed.readable ? 'readable' : 'unreadable', followed.settled ? 'settled' : 'open']
      assert.equal(`${words.join(', ')}: ${followed.missing[0]}`, says)
    })
  }
})
