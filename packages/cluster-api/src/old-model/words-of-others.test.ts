import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SeverityCondition } from '@sitrep/conditions'
import { createEngine, type Engine } from '@sitrep/engine'
import { createCatalog, type KubeObject } from '@sitrep/status'
import { clusterApi } from '../catalog.ts'

const now = '2026-01-01T12:00:00.250Z'
const since = '2026-01-01T10:00:00Z'
const old = (type: string, status: SeverityCondition['status'], reason?: string): SeverityCondition => ({
  type,
  status,
  lastTransitionTime: since,
  ...(reason !== undefined && { reason, severity: 'Error' as const }),
})

const cluster = (conditions: readonly SeverityCondition[]): KubeObject => ({
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  kind: 'Cluster',
  metadata: { name: 'blue', namespace: 'prod', generation: 1 },
  spec: {},
  status: { phase: 'Pending', deprecated: { v1beta1: { conditions } } },
})
const machine: KubeObject = {
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  kind: 'Machine',
  metadata: { name: 'm', namespace: 'prod', generation: 1 },
  spec: { clusterName: 'blue' },
}

const open = (): Engine => {
  const engine = createEngine(createCatalog(clusterApi({ profile: 'released' })))
  engine.apply([{ kind: 'every', read: true }], now)
  return engine
}
const saidOn = (engine: Engine, { kind, metadata: { name } }: KubeObject) =>
  engine.object({ group: 'cluster.x-k8s.io', kind, namespace: 'prod', name })?.status as {
    readonly lastUpdated?: string
    readonly deprecated?: { readonly v1beta1?: { readonly conditions?: readonly SeverityCondition[] } }
  }
const oldOn = (engine: Engine, object: KubeObject): readonly string[] =>
  (saidOn(engine, object).deprecated?.v1beta1?.conditions ?? []).map(({ type, status, reason = '' }) =>
    `${type} ${status} ${reason}`.trim(),
  )

const ours = ['Ready True', 'ControlPlaneInitialized False MissingNodeRef', 'InfrastructureReady True']

describe('The old conditions of an object', () => {
  type Case = readonly [
    name: string,
    before: readonly SeverityCondition[],
    after: readonly SeverityCondition[],
    says: readonly string[],
    because: string,
  ]
  const failed = old('TopologyReconciled', 'False', 'TopologyReconcileFailed')
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['that others change',        [failed], [old('TopologyReconciled', 'True')], [...ours, 'TopologyReconciled True'], 'what a pass found there once is not ours'],
    ['that others add',           [],       [failed],                           [...ours, 'TopologyReconciled False TopologyReconcileFailed'], 'they say it in the same list'],
    ['that others take away',     [failed], [],                                 ours,                                 'nobody says it any more'],
    ['of ours that others change', [],      [old('InfrastructureReady', 'False', 'Elsewhere')], ours,                 'those are decided here'],
  ]
  for (const [name, before, after, says, because] of cases)
    it(`${name}: ${says.join(', ')}, because ${because}`, () => {
      const engine = open()
      engine.apply([{ object: cluster(before) }], now)
      engine.apply([{ object: cluster(after) }], now)
      assert.deepEqual(oldOn(engine, cluster([])).toSorted(), says.toSorted())
    })
})

describe('The old words for what a health check of ours says', () => {
  const marked: KubeObject = {
    ...machine,
    metadata: {
      ...machine.metadata,
      labels: { 'cluster.x-k8s.io/cluster-name': 'blue' },
      annotations: { 'cluster.x-k8s.io/remediate-machine': '' },
    },
  }
  const check: KubeObject = {
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'MachineHealthCheck',
    metadata: { name: 'check', namespace: 'prod', generation: 1 },
    spec: { clusterName: 'blue', selector: {} },
  }
  const says = 'HealthCheckSucceeded False HasRemediateMachineAnnotation'

  it('stand whatever of our own writing comes back late, because half of it is not what somebody else says', () => {
    const engine = open()
    engine.apply([{ object: cluster([]) }, { object: marked }, { object: check }], now)
    assert.ok(oldOn(engine, marked).includes(says), oldOn(engine, marked).join())
    const whole = saidOn(engine, marked)
    const words = whole.deprecated?.v1beta1?.conditions ?? []
    const others = words.filter(({ type }) => type !== 'HealthCheckSucceeded')
    const half = [...others, old('HealthCheckSucceeded', 'True')]
    // Two writes of ours follow each other, and what they wrote comes back one by one.
    for (const conditions of [words, half, words, half]) {
      const status = { ...whole, deprecated: { v1beta1: { conditions } } }
      const changes = engine.apply([{ object: { ...marked, status } }], now)
      assert.deepEqual([changes.length, oldOn(engine, marked).includes(says)], [0, true])
    }
  })

  it('are left as somebody else has put them, because he may know more of the cause', () => {
    const engine = open()
    engine.apply([{ object: cluster([]) }, { object: marked }, { object: check }], now)
    const whole = saidOn(engine, marked)
    const conditions = (whole.deprecated?.v1beta1?.conditions ?? []).map((each) =>
      each.type === 'HealthCheckSucceeded' ? { ...each, message: 'By hand' } : each,
    )
    const status = { ...whole, deprecated: { v1beta1: { conditions } } }
    engine.apply([{ object: { ...marked, status } }], now)
    const told = saidOn(engine, marked).deprecated?.v1beta1?.conditions ?? []
    assert.equal(told.find(({ type }) => type === 'HealthCheckSucceeded')?.message, 'By hand')
  })

  it('are told by whoever starts on half of it, because it is the health check’s to say, written or not', () => {
    const engine = open()
    engine.apply([{ object: cluster([]) }, { object: marked }, { object: check }], now)
    const { deprecated: _untold, ...half } = saidOn(engine, marked)
    const started = open()
    started.apply([{ object: cluster([]) }, { object: { ...marked, status: half } }], now)
    assert.ok(!oldOn(started, marked).includes(says), 'nobody of ours says it')
    started.apply([{ object: check }], now)
    assert.ok(oldOn(started, marked).includes(says), oldOn(started, marked).join())
  })
})

describe('The time of a phase', () => {
  it('is a whole second, because an API server keeps no more', () => {
    const engine = open()
    engine.apply([{ object: cluster([]) }, { object: machine }], now)
    assert.equal(saidOn(engine, machine).lastUpdated, '2026-01-01T12:00:00Z')
  })
})
