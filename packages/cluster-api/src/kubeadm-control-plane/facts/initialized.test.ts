import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { found, missing, unreadable } from '@sitrep/status'
import { judged, pass } from '../testing.ts'
import type { ControlPlaneObserved } from '../types.ts'
import { controlPlaneFacts } from './facts.ts'

type Reading = ControlPlaneObserved['kubeadmConfigMap']
type Case = [name: string, before: boolean, reading: Reading, failures: number, says: string, because: string]

const failed = unreadable('GET /api/v1/configmaps: etcd is down')

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['the ConfigMap is there',               false, found(true), 0, 'initialized',     'kubeadm leaves it behind'],
  ['there is none',                        false, missing,     0, 'not initialized', 'kubeadm has not been there'],
  ['it cannot be read',                    false, failed,      0, 'unread',          '"cannot look" is not "none"'],
  ['it cannot be read, known from before', true,  failed,      0, 'initialized',     'that does not change any more'],
  ['nothing answers',                      false, failed,      5, 'not initialized', 'there is nobody yet to ask'],
]

describe('Whether a control plane is initialized', () => {
  for (const [name, initialized, kubeadmConfigMap, consecutiveFailures, says, because] of cases) {
    it(`${name}: ${says}, because ${because}`, () => {
      const { previous, probe } = pass().observed
      const observed = {
        previous: { ...previous, initialized },
        kubeadmConfigMap,
        probe: { ...probe, consecutiveFailures },
      }
      const facts = controlPlaneFacts(pass({ observed }), [judged('a'), judged('b')], [])
      const known = facts.initialized ? 'initialized' : 'not initialized'
      assert.equal(facts.initializationUnread ? 'unread' : known, says)
    })
  }
})
