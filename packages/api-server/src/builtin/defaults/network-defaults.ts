import { type Draft, draftAt, draftsAt, ensureDraft, fill, textAt } from '../draft.ts'
import type { StructDefaults } from './struct-defaults.ts'

/** Services and what leads to them. */
export const networkDefaults: StructDefaults = {
  'core.v1.Service': (service) => {
    const spec = ensureDraft(service, 'spec')
    defaultServiceSpec(spec)
    if (spec['type'] !== 'LoadBalancer') return
    for (const ingress of draftsAt(draftAt(draftAt(service, 'status'), 'loadBalancer'), 'ingress')) {
      if (textAt(ingress, 'ip') !== '') fill(ingress, { ipMode: 'VIP' })
    }
  },
  'core.v1.EndpointPort': { protocol: 'TCP' },
  'discovery.v1.EndpointPort': (port) => {
    if (port['name'] === undefined) port['name'] = ''
    fill(port, { protocol: 'TCP' })
  },
  'networking.v1.NetworkPolicyPort': { protocol: 'TCP' },
  'networking.v1.NetworkPolicySpec': (spec) => {
    if (spec['policyTypes'] !== undefined) return
    spec['policyTypes'] = draftsAt(spec, 'egress').length > 0 ? ['Ingress', 'Egress'] : ['Ingress']
  },
  'networking.v1.IngressClassSpec': (spec) => fill(draftAt(spec, 'parameters'), { scope: 'Cluster' }),
}

function defaultServiceSpec(spec: Draft): void {
  fill(spec, { sessionAffinity: 'None', type: 'ClusterIP' })
  defaultAffinity(spec)
  for (const port of draftsAt(spec, 'ports')) {
    fill(port, { protocol: 'TCP' })
    if (!port['targetPort'] && port['port'] !== undefined) port['targetPort'] = port['port']
  }
  const type = textAt(spec, 'type')
  const reachable = type === 'LoadBalancer' || type === 'NodePort'
  const external = type === 'ClusterIP' && Array.isArray(spec['externalIPs'])
  if (reachable || external) fill(spec, { externalTrafficPolicy: 'Cluster' })
  if (reachable || type === 'ClusterIP') fill(spec, { internalTrafficPolicy: 'Cluster' })
  if (type === 'LoadBalancer') fill(spec, { allocateLoadBalancerNodePorts: true })
}

function defaultAffinity(spec: Draft): void {
  if (spec['sessionAffinity'] === 'None') delete spec['sessionAffinityConfig']
  if (spec['sessionAffinity'] !== 'ClientIP') return
  const clientIp = draftAt(draftAt(spec, 'sessionAffinityConfig'), 'clientIP')
  if (clientIp?.['timeoutSeconds'] !== undefined) return
  spec['sessionAffinityConfig'] = { clientIP: { timeoutSeconds: 10_800 } }
}
