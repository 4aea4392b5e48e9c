import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KubeObject } from '@sitrep/status'
import type { WorldChange } from './change.ts'
import { fileChanges } from './files.ts'

const bundle = (...unread: readonly object[]): KubeObject => ({
  apiVersion: 'sitrep.dev/v1alpha1',
  kind: 'Bundle',
  metadata: { name: 'bundle' },
  status: { unread },
})
const node: KubeObject = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'n', annotations: { 'sitrep.dev/cluster': 'prod/a' } },
}

const words = (change: WorldChange): readonly string[] => {
  if (!('read' in change)) return []
  const kind = change.kind === 'every' ? 'every' : change.kind.kind
  return [`${change.cluster ?? ''} ${kind} ${change.read ? 'read' : change.why}`.trim()]
}
const told = (...unread: readonly object[]): readonly string[] =>
  fileChanges([bundle(...unread), node], [], 'found').flatMap(words)

describe('What a bundle could not read', () => {
  const usual = ['Bundle read', 'every read', 'prod/a every the workload cluster is not connected']
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases = [
    ['nothing is left out',        [],                                                     [],                            'everything counts as read'],
    ['a kind',                     [{ group: '', kind: 'Secret', why: 'forbidden' }],      ['Secret forbidden'],          'it is said after everything'],
    ['a kind of another cluster',  [{ cluster: 'prod/a', kind: 'Pod', why: 'forbidden' }], ['prod/a Pod forbidden'],      'the management cluster stays read'],
    ['all of another cluster',     [{ cluster: 'prod/a', why: 'unreachable' }],            ['prod/a every unreachable'],  'no kind is named'],
    ['no reason',                  [{ kind: 'Secret' }],                                   ['Secret not read'],           'a reason is always said'],
    ['neither kind nor cluster',   [{ why: 'nothing was read' }],                          [],                            'then there would be no bundle'],
  ] as const
  for (const [name, unread, says, because] of cases) {
    it(`${name}: because ${because}`, () => assert.deepEqual(told(...unread), [...usual, ...says]))
  }
})
