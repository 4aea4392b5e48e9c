import { type Draft, draftAt, draftsAt, ensureDraft, fill, textAt } from '../draft.ts'
import type { StructDefaults } from './struct-defaults.ts'

const maxInt32 = 2_147_483_647

/** The kinds that make pods. */
export const workloadDefaults: StructDefaults = {
  'apps.v1.DeploymentSpec': (spec) => {
    fill(spec, { replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 })
    const strategy = ensureDraft(spec, 'strategy')
    fill(strategy, { type: 'RollingUpdate' })
    if (strategy['type'] !== 'RollingUpdate') return
    const rolling = ensureDraft(strategy, 'rollingUpdate')
    rolling['maxUnavailable'] ??= '25%'
    rolling['maxSurge'] ??= '25%'
  },
  'apps.v1.ReplicaSetSpec': { replicas: 1 },
  'apps.v1.DaemonSetSpec': (spec) => {
    fill(spec, { revisionHistoryLimit: 10 })
    const strategy = ensureDraft(spec, 'updateStrategy')
    fill(strategy, { type: 'RollingUpdate' })
    if (strategy['type'] !== 'RollingUpdate') return
    fill(ensureDraft(strategy, 'rollingUpdate'), { maxUnavailable: 1, maxSurge: 0 })
  },
  'apps.v1.StatefulSetSpec': defaultStatefulSet,
  'batch.v1.Job': defaultJob,
  'batch.v1.PodFailurePolicyOnPodConditionsPattern': { status: 'True' },
  'batch.v1.CronJobSpec': {
    concurrencyPolicy: 'Allow',
    suspend: false,
    successfulJobsHistoryLimit: 3,
    failedJobsHistoryLimit: 1,
  },
  'core.v1.ReplicationController': (controller) => {
    const spec = ensureDraft(controller, 'spec')
    const labels = draftAt(draftAt(draftAt(spec, 'template'), 'metadata'), 'labels')
    if (labels === undefined) return
    if (Object.keys(draftAt(spec, 'selector') ?? {}).length === 0) spec['selector'] = { ...labels }
    copyLabels(controller, labels)
  },
}

function defaultStatefulSet(spec: Draft): void {
  fill(spec, { podManagementPolicy: 'OrderedReady', replicas: 1, revisionHistoryLimit: 10 })
  const strategy = ensureDraft(spec, 'updateStrategy')
  if (textAt(strategy, 'type') === '') {
    strategy['type'] = 'RollingUpdate'
    ensureDraft(strategy, 'rollingUpdate')
  }
  // Unlike a Deployment, a StatefulSet that names the type itself gets no parameters for it.
  if (strategy['type'] === 'RollingUpdate') {
    fill(draftAt(strategy, 'rollingUpdate'), { partition: 0 })
  }
  for (const claim of draftsAt(spec, 'volumeClaimTemplates')) {
    Object.assign(claim, { kind: 'PersistentVolumeClaim', apiVersion: 'v1' })
  }
  const retention = ensureDraft(spec, 'persistentVolumeClaimRetentionPolicy')
  fill(retention, { whenDeleted: 'Retain', whenScaled: 'Retain' })
}

function defaultJob(job: Draft): void {
  const spec = ensureDraft(job, 'spec')
  if (spec['completions'] === undefined && spec['parallelism'] === undefined) spec['completions'] = 1
  fill(spec, {
    parallelism: 1,
    backoffLimit: spec['backoffLimitPerIndex'] === undefined ? 6 : maxInt32,
    completionMode: 'NonIndexed',
    suspend: false,
    podReplacementPolicy: spec['podFailurePolicy'] === undefined ? 'TerminatingOrFailed' : 'Failed',
    manualSelector: false,
  })
  const labels = draftAt(draftAt(draftAt(spec, 'template'), 'metadata'), 'labels')
  if (labels !== undefined) copyLabels(job, labels)
}

function copyLabels(owner: Draft, labels: Draft): void {
  const metadata = ensureDraft(owner, 'metadata')
  if (Object.keys(draftAt(metadata, 'labels') ?? {}).length === 0) metadata['labels'] = { ...labels }
}
