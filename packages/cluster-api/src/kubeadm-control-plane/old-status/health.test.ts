import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PassFacts } from '../facts/pass.ts'
import { nodesForbidden } from '../rules/gate.testing.ts'
import { pass, spec } from '../testing.ts'
import { oldHealth } from './health.ts'

const elsewhere = spec({ etcdManaged: false })
const forbidden =
  'ControlPlaneComponentsHealthy Unknown ControlPlaneComponentsInspectionFailed Failed to list Nodes which are hosting control plane components: nodes is forbidden'

type Case = readonly [name: string, given: PassFacts, says: readonly string[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['steady',                               pass(),                                 ['ControlPlaneComponentsHealthy True', 'EtcdClusterHealthy True'], 'everything is well'],
  ['lost',                                 pass({ gate: 'lost' }),                 [],                                                               'the old rules keep silent'],
  ['Nodes cannot be listed',               nodesForbidden,                         [forbidden, 'EtcdClusterHealthy Unknown EtcdClusterInspectionFailed Failed to list Nodes which are hosting the etcd members'], '"cannot look" is not "none"'],
  ['Nodes cannot be listed, etcd elsewhere', { ...nodesForbidden, spec: elsewhere }, [forbidden, 'EtcdClusterHealthy True'],                           'whoever runs it elsewhere answers for it'],
]

describe('the old health of a control plane', () => {
  for (const [name, given, says, because] of cases) {
    it(`${name}: ${says.length === 0 ? 'silent' : says.join('; ')}, because ${because}`, () => {
      const told = oldHealth(given, []).map(({ type, status, reason, message }) =>
        [type, status, reason, message].filter((text) => text !== undefined && text !== '').join(' '),
      )
      assert.deepEqual(told, says)
    })
  }
})
