import { same } from '@sitrep/status/same'
import type { FieldError } from '../../errors/field-error.ts'
import { invalidValue } from '../../errors/field-errors.ts'
import type { JsonObject, KubeObject } from '../../json/json.ts'
import { type Draft, draftAt, draftsAt, ensureDraft, textAt } from '../draft.ts'
import type { KindRules } from '../kind-rules.ts'
import { dnsLabel } from '../validation/name-rules.ts'
import { memberOf, numberOf, objectOf, objectsOf, textOf, textsOf } from '../validation/read.ts'
import { serviceAllocator } from './allocate-service.ts'

export const serviceRules: KindRules = {
  name: dnsLabel,
  allocate: serviceAllocator(),
  prepareForCreate: (service) => {
    const spec = ensureDraft(service, 'spec')
    const single = textAt(spec, 'clusterIP')
    if (single !== '' && spec['clusterIPs'] === undefined) spec['clusterIPs'] = [single]
  },
  prepareForUpdate: (service, old) => {
    const spec = ensureDraft(service, 'spec')
    followClusterIp(spec, objectOf(old, 'spec') ?? {})
    dropWhatTypeLacks(spec, objectOf(old, 'spec') ?? {})
    const status = ensureDraft(service, 'status')
    if (spec['type'] !== 'LoadBalancer') status['loadBalancer'] = {}
  },
  validateUpdate: (service, old) => [...addressesStay(service, old), ...classStays(service, old)],
  warnings: (service) => serviceWarnings(objectOf(service, 'spec') ?? {}),
  selectableFields: {
    'spec.clusterIP': (service) => textOf(objectOf(service, 'spec'), 'clusterIP'),
    'spec.type': (service) => textOf(objectOf(service, 'spec'), 'type'),
  },
}

type Warning = readonly [words: string, holds: (spec: JsonObject) => boolean]

const isHeadless = (spec: JsonObject): boolean =>
  textOf(spec, 'type') === 'ClusterIP' && textOf(spec, 'clusterIP') === 'None'
const isExternalName = (spec: JsonObject): boolean => textOf(spec, 'type') === 'ExternalName'
const hasExternalIps = (spec: JsonObject): boolean => textsOf(spec, 'externalIPs').length > 0

// biome-ignore format: the table is the specification; its columns stay aligned
const warnings: readonly Warning[] = [
  ['spec.loadBalancerIP is ignored for headless services',           (spec) => isHeadless(spec) && textOf(spec, 'loadBalancerIP') !== ''],
  ['spec.externalIPs is ignored for headless services',              (spec) => isHeadless(spec) && hasExternalIps(spec)],
  ['spec.SessionAffinity is ignored for headless services',          (spec) => isHeadless(spec) && textOf(spec, 'sessionAffinity') !== 'None'],
  ['spec.externalIPs is deprecated and may no longer be implemented in some clusters', (spec) => hasExternalIps(spec) && !isHeadless(spec) && !isExternalName(spec)],
  ['spec.externalIPs is ignored when spec.type is "ExternalName"',   (spec) => isExternalName(spec) && hasExternalIps(spec)],
  ['spec.externalName is ignored when spec.type is not "ExternalName"', (spec) => !isExternalName(spec) && textOf(spec, 'externalName') !== ''],
  ['spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"', (spec) => textOf(spec, 'trafficDistribution') === 'PreferClose'],
]

function serviceWarnings(spec: JsonObject): readonly string[] {
  return warnings.filter(([, holds]) => holds(spec)).map(([words]) => words)
}

/** A client may know only the older of the two fields: clearing or changing it means the list too. */
function followClusterIp(spec: Draft, before: JsonObject): void {
  const [now, then] = [textAt(spec, 'clusterIP'), textOf(before, 'clusterIP')]
  if (now === then || !same(spec['clusterIPs'] ?? null, memberOf(before, 'clusterIPs') ?? null)) return
  if (now === '') delete spec['clusterIPs']
  else spec['clusterIPs'] = [now]
}

const externalTypes = ['NodePort', 'LoadBalancer']

/** Fields that a change of type makes meaningless go away by themselves, unless the client changed them too. */
function dropWhatTypeLacks(spec: Draft, before: JsonObject): void {
  const type = textAt(spec, 'type')
  const unchanged = (field: string): boolean => same(spec[field] ?? null, memberOf(before, field) ?? null)
  const drop = (...fields: readonly string[]): void => {
    for (const field of fields) if (unchanged(field)) delete spec[field]
  }
  if (type === 'ExternalName') {
    drop('clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy', 'internalTrafficPolicy')
  }
  if (!externalTypes.includes(type) && samePorts(spec, before)) {
    for (const port of draftsAt(spec, 'ports')) delete port['nodePort']
  }
  if (type !== 'LoadBalancer') drop('allocateLoadBalancerNodePorts', 'loadBalancerClass')
  if (type !== 'LoadBalancer' || spec['externalTrafficPolicy'] !== 'Local') drop('healthCheckNodePort')
  if (!externalTypes.includes(type) && draftAt(spec, 'externalIPs') === undefined) {
    if (!Array.isArray(spec['externalIPs'])) drop('externalTrafficPolicy')
  }
}

function samePorts(spec: Draft, before: JsonObject): boolean {
  const nodePorts = (ports: readonly JsonObject[]): string =>
    ports.map((port) => numberOf(port, 'nodePort') ?? 0).join()
  return nodePorts(draftsAt(spec, 'ports')) === nodePorts(objectsOf(before, 'ports'))
}

function addressesStay(service: KubeObject, old: KubeObject): readonly FieldError[] {
  const [spec, before] = [objectOf(service, 'spec'), objectOf(old, 'spec')]
  if ([spec, before].some((each) => textOf(each, 'type') === 'ExternalName')) return []
  const [now, then] = [textsOf(spec, 'clusterIPs'), textsOf(before, 'clusterIPs')]
  if (then.length > 0 && now.length === 0) {
    return [invalidValue('spec.clusterIPs[0]', now, 'primary clusterIP can not be unset')]
  }
  return then.flatMap((address, index) =>
    now[index] === undefined || now[index] === address
      ? []
      : [invalidValue(`spec.clusterIPs[${index}]`, now, 'may not change once set')],
  )
}

function classStays(service: KubeObject, old: KubeObject): readonly FieldError[] {
  const [spec, before] = [objectOf(service, 'spec'), objectOf(old, 'spec')]
  if ([spec, before].some((each) => textOf(each, 'type') !== 'LoadBalancer')) return []
  const value = memberOf(spec, 'loadBalancerClass') ?? null
  return same(value, memberOf(before, 'loadBalancerClass') ?? null)
    ? []
    : [invalidValue('spec.loadBalancerClass', value, 'may not change once set')]
}
