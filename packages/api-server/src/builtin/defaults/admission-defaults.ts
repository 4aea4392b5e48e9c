import { type Draft, draftAt, ensureDraft, fill } from '../draft.ts'
import type { StructDefaults } from './struct-defaults.ts'

const metricsAnnotation = 'autoscaling.alpha.kubernetes.io/metrics'

/** Webhooks and policies, autoscaling, flow control. */
export const admissionDefaults: StructDefaults = {
  'admissionregistration.v1.ValidatingWebhook': defaultWebhook,
  'admissionregistration.v1.MutatingWebhook': (webhook) => {
    defaultWebhook(webhook)
    fill(webhook, { reinvocationPolicy: 'Never' })
  },
  'admissionregistration.v1.RuleWithOperations': { scope: '*' },
  'admissionregistration.v1.NamedRuleWithOperations': { scope: '*' },
  'admissionregistration.v1.ServiceReference': { port: 443 },
  'admissionregistration.v1.MatchResources': defaultMatch,
  'admissionregistration.v1beta1.MatchResources': defaultMatch,
  'admissionregistration.v1alpha1.MatchResources': defaultMatch,
  'admissionregistration.v1.ValidatingAdmissionPolicySpec': { failurePolicy: 'Fail' },
  'admissionregistration.v1.MutatingAdmissionPolicySpec': { failurePolicy: 'Fail' },
  'admissionregistration.v1beta1.MutatingAdmissionPolicySpec': { failurePolicy: 'Fail' },
  'admissionregistration.v1alpha1.MutatingAdmissionPolicySpec': { failurePolicy: 'Fail' },
  'autoscaling.v1.HorizontalPodAutoscaler': (autoscaler) => {
    const spec = ensureDraft(autoscaler, 'spec')
    fill(spec, { minReplicas: 1 })
    // Stored in version 2, an autoscaler without any metric gets one for the CPU.
    const carried = draftAt(draftAt(autoscaler, 'metadata'), 'annotations')?.[metricsAnnotation]
    if (carried === undefined) fill(spec, { targetCPUUtilizationPercentage: 80 })
  },
  'autoscaling.v2.HorizontalPodAutoscalerSpec': (spec) => {
    fill(spec, { minReplicas: 1 })
    if (!Array.isArray(spec['metrics']) || spec['metrics'].length === 0) {
      const target = { type: 'Utilization', averageUtilization: 80 }
      spec['metrics'] = [{ type: 'Resource', resource: { name: 'cpu', target } }]
    }
  },
  'autoscaling.v2.HorizontalPodAutoscalerBehavior': (behaviour) => {
    const percent = { type: 'Percent', value: 100, periodSeconds: 15 }
    const up = ensureDraft(behaviour, 'scaleUp')
    fill(up, { stabilizationWindowSeconds: 0, selectPolicy: 'Max' })
    fill(up, { policies: [{ type: 'Pods', value: 4, periodSeconds: 15 }, { ...percent }] })
    fill(ensureDraft(behaviour, 'scaleDown'), { selectPolicy: 'Max', policies: [{ ...percent }] })
  },
  'flowcontrol.v1.FlowSchemaSpec': (spec) => {
    if (!spec['matchingPrecedence']) spec['matchingPrecedence'] = 1000
  },
  'flowcontrol.v1.ExemptPriorityLevelConfiguration': { nominalConcurrencyShares: 0, lendablePercent: 0 },
  'flowcontrol.v1.LimitedPriorityLevelConfiguration': { nominalConcurrencyShares: 30, lendablePercent: 0 },
  'flowcontrol.v1.QueuingConfiguration': (queuing) => {
    const numbers = { queues: 64, handSize: 8, queueLengthLimit: 50 }
    for (const [name, value] of Object.entries(numbers)) if (!queuing[name]) queuing[name] = value
  },
  'resource.v1.ExactDeviceRequest': defaultDeviceRequest,
  'resource.v1.DeviceSubRequest': defaultDeviceRequest,
  'resource.v1beta2.ExactDeviceRequest': defaultDeviceRequest,
  'resource.v1beta2.DeviceSubRequest': defaultDeviceRequest,
  'resource.v1beta1.DeviceSubRequest': defaultDeviceRequest,
}

function defaultWebhook(webhook: Draft): void {
  fill(webhook, { failurePolicy: 'Fail', timeoutSeconds: 10 })
  defaultMatch(webhook)
}

function defaultMatch(match: Draft): void {
  fill(match, { matchPolicy: 'Equivalent' })
  ensureDraft(match, 'namespaceSelector')
  ensureDraft(match, 'objectSelector')
}

function defaultDeviceRequest(request: Draft): void {
  fill(request, { allocationMode: 'ExactCount' })
  if (request['allocationMode'] === 'ExactCount' && !request['count']) request['count'] = 1
}
