import type { KindKnowledge } from '@sitrep/status'

/** Operators that roll out, build and test. */
export const deliveryKinds: readonly KindKnowledge[] = [
  {
    source: 'https://docs.flagger.app/usage/how-it-works: Initialized is the state in which a canary rests',
    group: 'flagger.app',
    kinds: ['Canary'],
    states: {
      'status.phase': {
        Initialized: 'good',
        Waiting: 'paused',
        WaitingPromotion: 'paused',
        Succeeded: 'good',
      },
    },
    conditions: { Promoted: 'part' },
  },
  {
    source:
      'https://argo-rollouts.readthedocs.io/en/stable/features/bluegreen: old replicas stay for a while',
    group: 'argoproj.io',
    kinds: ['Rollout'],
    when: [{ path: 'status.phase', is: 'filled' }],
    counts: [],
  },
  {
    source: 'https://argoproj.github.io/argo-events/eventbus/eventbus',
    group: 'argoproj.io',
    kinds: ['EventBus', 'EventSource', 'Sensor'],
    needs: ['Deployed'],
  },
  {
    source: 'https://argocd-operator.readthedocs.io/en/latest/reference/argocd',
    group: 'argoproj.io',
    kinds: ['ArgoCD'],
    // A part that is not asked for is reported as Unknown.
    states: { 'status.phase': { Available: 'good', Pending: 'progress', Failed: 'bad', Unknown: 'unknown' } },
  },
  {
    source: 'https://kubevela.io/docs/end-user/workflow/overview',
    group: 'core.oam.dev',
    kinds: ['Application'],
    states: {
      'status.status': {
        running: 'good',
        workflowSuspending: 'paused',
        workflowFinished: 'progress',
        workflowTerminated: 'bad',
      },
    },
  },
  {
    source: 'https://grafana.com/docs/k6/latest/set-up/set-up-distributed-k6: stages of a test run',
    group: 'k6.io',
    ends: true,
    states: {
      'status.stage': { initialized: 'progress', created: 'progress', stopped: 'bad', finished: 'done' },
    },
    conditions: { TestRunRunning: 'neutral', CloudTestRun: 'neutral', CloudTestRunCreated: 'neutral' },
  },
  {
    source: 'https://litmuschaos.github.io/litmus/experiments/concepts/chaos-resources/chaos-engine/contents',
    group: 'litmuschaos.io',
    kinds: ['ChaosEngine'],
    ends: true,
    states: {
      'status.engineStatus': { initialized: 'progress', stopped: 'paused' },
      'status.experiments[].verdict': {
        Pass: 'none',
        Fail: 'final',
        Error: 'final',
        Awaited: 'progress',
        Stopped: 'paused',
      },
    },
  },
  {
    source:
      'https://chaos-mesh.org/docs/check-experiment-status: what was injected is there as it was asked for',
    group: 'chaos-mesh.org',
    conditions: { Selected: 'step', AllInjected: 'part', AllRecovered: 'neutral', Paused: 'pause' },
  },
  {
    source: 'https://developer.hashicorp.com/terraform/cloud-docs/run/states',
    group: 'app.terraform.io',
    kinds: ['Workspace', 'Module'],
    states: {
      'status.runStatus.status': {
        applied: 'good',
        planned_and_finished: 'good',
        planned_and_saved: 'paused',
        planned: 'paused',
        policy_soft_failed: 'bad',
        discarded: 'paused',
        '*': 'progress',
      },
    },
  },
  {
    source:
      'https://docs.openshift.com/container-platform/latest/cicd/builds: images that could not be imported',
    group: 'samples.operator.openshift.io',
    kinds: ['Config'],
    conditions: {
      SamplesExist: 'whole',
      ConfigurationValid: 'part',
      ImageChangesInProgress: 'progress',
      ImportCredentialsExist: 'neutral',
      ImportImageErrorsExist: 'problem',
      MigrationInProgress: 'progress',
      RemovePending: 'progress',
    },
  },
  {
    source: 'https://tekton.dev/docs/operator: every component reports whether it is ready',
    group: 'operator.tekton.dev',
    needs: ['Ready'],
  },
  {
    source:
      'https://docs.openshift.com/container-platform/latest/machine_configuration: Success or Failure is reported',
    group: 'machineconfiguration.openshift.io',
    kinds: ['KubeletConfig', 'ContainerRuntimeConfig'],
    conditions: { Success: 'whole', Failure: 'problem' },
    needs: ['Success'],
  },
  {
    source: 'https://www.medik8s.io/maintenance-node: a maintenance is done when the node is drained',
    group: 'nodemaintenance.medik8s.io',
    kinds: ['NodeMaintenance'],
    ends: true,
  },
]
