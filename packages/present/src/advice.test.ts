import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clusterApiFamily } from '@sitrep/cluster-api/family'
import { crossplaneFamily } from '@sitrep/crossplane/family'
import { eksAnywhereFamily } from '@sitrep/eks-anywhere/family'
import { gatewayApiFamily } from '@sitrep/gateway-api/family'
import type { KubeObject } from '@sitrep/status'
import { adviceOn } from './advice.ts'

const tables = [clusterApiFamily, eksAnywhereFamily, crossplaneFamily, gatewayApiFamily].flatMap(
  ({ advice = [] }) => advice,
)

const bucket: KubeObject = {
  apiVersion: 's3.aws.upbound.io/v1beta1',
  kind: 'Bucket',
  metadata: { name: 'b' },
  spec: { forProvider: { region: 'eu-west-1' } },
}

describe('Advice', () => {
  type Case = [kind: string, condition: string, says: RegExp | undefined, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['Machine.cluster.x-k8s.io',                    'Deleting WaitingForPreDrainHook', /pre-drain\.delete\.hook/,       'the reason has a row of its own'],
    ['Machine.cluster.x-k8s.io',                    'NodeHealthy NodeNotHealthy',      /kubelet is unwell/,             'any reason of a type'],
    ['Machine.cluster.x-k8s.io',                    'NodeHealthy ConnectionDown',      /cannot be reached/,             'an old report is no report about the kubelet'],
    ['Cluster.cluster.x-k8s.io',                    'Paused Paused',                   /cluster\.x-k8s\.io\/paused/,    'it holds for all kinds of the family'],
    ['Cluster.anywhere.eks.amazonaws.com',          'WorkersReady ScalingUp',          /MachineDeployments/,            'the same kind of another group'],
    ['DevMachine.infrastructure.cluster.x-k8s.io',  'Ready Deleting',                  /log of the provider/,           'providers of Cluster API are not those of Crossplane'],
    ['Bucket.s3.aws.upbound.io',                    'Synced ReconcileError',           /ProviderConfig/,                'managed resources live in groups of any name'],
    ['HTTPRoute.gateway.networking.k8s.io',         'parents[a|Gateway/b/c]:ResolvedRefs RefNotPermitted', /ReferenceGrant/, 'routes say it per parent'],
    ['Node.',                                       'Ready KubeletNotReady',           /container runtime/,             'Nodes belong to no family'],
    ['Pod.',                                        'Ready CrashLoopBackOff',          /readiness probe/,               'the kind comes before what holds for all'],
    ['Widget.example.com',                          'Shiny Dull',                      undefined,                       'no advice is better than a wrong one'],
  ]
  for (const [kind, text, says, because] of cases) {
    it(`${kind} ${text}, because ${because}`, () => {
      const [type = '', reason = ''] = text.split(' ')
      const dot = kind.indexOf('.')
      const ref = { kind: kind.slice(0, dot), group: kind.slice(dot + 1) }
      const condition = { type, reason, status: 'False', message: '' } as const
      const object = ref.kind === 'Bucket' ? bucket : undefined
      const [advice] = adviceOn({ ref, type, condition, object }, tables)
      if (says === undefined) assert.equal(advice, undefined)
      else assert.match(advice ?? '', says)
    })
  }

  it('on kinds that are told by their looks is given only where somebody has the object', () => {
    const condition = { type: 'Synced', reason: 'ReconcileError', status: 'False', message: '' } as const
    const troubled = { ref: { group: 's3.aws.upbound.io', kind: 'Bucket' }, type: 'Synced', condition }
    assert.deepEqual(adviceOn(troubled, tables), [])
    assert.equal(adviceOn({ ...troubled, object: bucket }, tables).length, 1)
  })
})
