import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Following } from '@sitrep/status'
import { kubeconfigPhase } from '@sitrep/status/following'
import { builtInFamilies, loadFamilies } from '../../families/families.ts'
import { followingOf } from '../following-of.ts'
import { FollowedProgress } from './followed-progress.ts'
import type { Seen } from './progress-watch.ts'

const families = await loadFamilies(builtInFamilies)

const object = {
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  kind: 'Cluster',
  metadata: { namespace: 'team', name: 'prod', generation: 1 },
}

const nothing: Seen = {
  object: undefined,
  found: {},
  forbidden: [],
  secret: undefined,
  secretUnreadable: undefined,
  unreadable: undefined,
  complete: false,
}

describe('What is known of a cluster that is followed', () => {
  type Case = [name: string, seen: Partial<Seen>, says: string, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['nothing has come',       {},                                                     'unreadable, open: nobody knows: it has not been read yet', 'what was never read is not missing'],
    ['a part has come',        { object },                                             'unreadable, open: nobody knows: it has not been read yet', 'half of a cluster tells nothing'],
    ['all has come',           { object, complete: true },                             'readable, settled: Spec taken up',                         'one look has been taken'],
    ['it cannot be read now',  { object, complete: true, unreadable: 'refused' },      'unreadable, settled: Spec taken up',     'what was seen may be old'],
  ]
  for (const [name, seen, says, because] of cases) {
    it(`${name}: ${says}, because ${because}`, () => {
      const following = followingOf(families, object) ?? assert.fail()
      const followed = new FollowedProgress({
        following,
        object,
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

describe('The kubeconfig of an object that is followed', () => {
  const following: Following = {
    kind: { group: 'farm.example', kind: 'Farm' },
    noun: 'farm',
    watches: () => [],
    phases: [kubeconfigPhase],
    troubles: () => [],
    kubeconfig: {
      secret: ({ metadata }) => ({ name: `${metadata.name}-admin`, key: 'admin.conf' }),
      usable: ({ status }) => status !== undefined,
    },
  }
  const farm = { apiVersion: 'farm.example/v1', kind: 'Farm', metadata: { name: 'green' } }
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'green-admin' },
    data: { value: btoa('another'), 'admin.conf': btoa('the way') },
  }
  const usable = { ...farm, status: {} }
  const { kubeconfig, ...without } = following
  type Case = [name: string, by: Following, seen: Partial<Seen>, says: string, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['no Secret',            following, { object: usable },                                   'nothing, Kubeconfig',         'it has not come yet'],
    ['a Secret, too early',  following, { object: farm, secret },                             'nothing, Kubeconfig',         'it does not lead anywhere yet'],
    ['a Secret, in time',    following, { object: usable, secret },                           'green.kubeconfig: the way, ', 'it lies under the key that its family names'],
    ['a Secret, forbidden',  following, { object: usable, secretUnreadable: 'not allowed' },  'nothing, ',                   'who may not read it does not wait for it'],
    ['a kind without one',   without,   { object: usable, secret },                           'nothing, Kubeconfig',         'nobody looks for one'],
  ]
  for (const [name, by, seen, says, because] of cases) {
    it(`${name}: ${says}, because ${because}`, () => {
      let written = 'nothing'
      const followed = new FollowedProgress({
        following: by,
        object: farm,
        watch: { seen: { ...nothing, complete: true, ...seen }, stop: async () => {} },
        patience: { failAfterMs: 60_000, settleMs: 1_000, firstLook: 'trusted' },
        kubeconfigPath: 'green.kubeconfig',
        writeKubeconfig: (path, text) => {
          written = `${path}: ${text}`
        },
        tell: () => {},
      })
      followed.look(0)
      assert.equal(`${written}, ${followed.missing.join()}`, says)
    })
  }
})
