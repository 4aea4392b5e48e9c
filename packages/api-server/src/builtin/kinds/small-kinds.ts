import { same } from '@sitrep/status/same'
import { forbiddenField, invalidValue } from '../../errors/field-errors.ts'
import { type GoStruct, invalidStruct } from '../../errors/struct-errors.ts'
import type { Json, JsonObject, KubeObject } from '../../json/json.ts'
import { getOwn } from '../../json/own.ts'
import { ensureDraft } from '../draft.ts'
import type { KindRules } from '../kind-rules.ts'
import { sliceAddresses } from '../rules/network-rules.ts'
import { isIp } from '../validation/ip.ts'
import { configMapKey, pathSegment } from '../validation/name-rules.ts'
import { memberOf, objectOf, textOf } from '../validation/read.ts'
import { immutable } from './immutable.ts'
import { specGeneration } from './spec-generation.ts'

/** Kinds about which little is to be said beyond their rules of validation. */

export const generationBySpec: KindRules = { generationOf: specGeneration }

export const generationByWebhooks: KindRules = {
  generationOf: (object) => getOwn(object, 'webhooks') ?? null,
}

export const ingressClassRules: KindRules = {
  generationOf: specGeneration,
  validateUpdate: immutable('spec.controller'),
}

export const endpointsRules: KindRules = {
  deprecationWarning: 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
}

export const endpointSliceRules: KindRules = {
  generationOf: endpointSliceContent,
  validate: (slice, old) =>
    old !== undefined && same(getOwn(slice, 'endpoints'), getOwn(old, 'endpoints'))
      ? []
      : sliceAddresses(slice, ''),
  validateUpdate: immutable('addressType'),
}

/** Everything but the metadata, of which only the labels count. */
function endpointSliceContent({ metadata, apiVersion, kind, ...content }: KubeObject): Json {
  return [content, getOwn(metadata, 'labels') ?? null]
}

export const priorityClassRules: KindRules = {
  // Its generation is set once and never moves.
  generationOf: () => null,
  validateUpdate: (priorityClass, old) => {
    const changed = (field: string, zero: Json): boolean =>
      (memberOf(priorityClass, field) ?? zero) !== (memberOf(old, field) ?? zero)
    return [
      ...(changed('value', 0) ? [forbiddenField('value', 'may not be changed in an update.')] : []),
      ...(changed('preemptionPolicy', '') ? immutable('preemptionPolicy')(priorityClass, old) : []),
    ]
  },
}

export const runtimeClassRules: KindRules = { validateUpdate: immutable('handler') }

/** Coordinated leader election is not switched on, so its members are dropped. */
export const leaseRules: KindRules = {
  prepareForCreate: (lease) => {
    const spec = ensureDraft(lease, 'spec')
    delete spec['strategy']
    delete spec['preferredHolder']
  },
}

export const leaseCandidateRules: KindRules = {
  name: configMapKey,
  validateUpdate: immutable('spec.leaseName'),
}

export const resourceQuotaRules: KindRules = {
  validateUpdate: immutable('spec.scopes'),
}

export const signingRequestRules: KindRules = {
  name: () => [],
  prepareForUpdate: (request, old) => {
    const spec = getOwn(old, 'spec')
    if (spec !== undefined) request['spec'] = structuredClone(spec) as typeof request
  },
  selectableFields: { 'spec.signerName': (request) => textOf(objectOf(request, 'spec'), 'signerName') },
}

export const trustBundleRules: KindRules = {
  ignoresGenerateName: true,
  selectableFields: { 'spec.signerName': (bundle) => textOf(objectOf(bundle, 'spec'), 'signerName') },
}

export const podCertificateRequestRules: KindRules = {
  selectableFields: {
    'spec.signerName': (request) => textOf(objectOf(request, 'spec'), 'signerName'),
    'spec.podName': (request) => textOf(objectOf(request, 'spec'), 'podName'),
    'spec.nodeName': (request) => textOf(objectOf(request, 'spec'), 'nodeName'),
  },
}

export const resourceSliceRules: KindRules = {
  generationOf: specGeneration,
  selectableFields: {
    'spec.nodeName': (slice) => textOf(objectOf(slice, 'spec'), 'nodeName'),
    'spec.driver': (slice) => textOf(objectOf(slice, 'spec'), 'driver'),
  },
}

/** An address is its own name. */
export const ipAddressRules: KindRules = {
  ignoresGenerateName: true,
  name: (name) => (isIp(name) ? [] : ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)']),
}

export const componentStatusRules: KindRules = {
  deprecationWarning: 'v1 ComponentStatus is deprecated in v1.19+',
}

/** Its name is not looked at: older clients gave it any. */
export const disruptionBudgetRules: KindRules = {
  generationOf: specGeneration,
  name: () => [],
  checksMetadata: 'last',
}

/** An API that this server serves itself is always available. */
export const apiServiceRules: KindRules = {
  name: pathSegment,
  ignoresGenerateName: true,
  validate: (service) => {
    const spec = objectOf(service, 'spec')
    const wanted = `${textOf(spec, 'version')}.${textOf(spec, 'group')}`
    const name = textOf(service.metadata, 'name')
    if (pathSegment(name).length > 0 || name === wanted) return []
    const words = `must be \`spec.version+"."+spec.group\`: ${JSON.stringify(wanted)}`
    return [invalidValue('metadata.name', name, words)]
  },
  prepareForCreate: (service, now) => {
    if (objectOf(service, 'spec')?.['service'] !== undefined) return
    ensureDraft(service, 'status')['conditions'] = [
      {
        type: 'Available',
        status: 'True',
        lastTransitionTime: `${new Date(now).toISOString().slice(0, 19)}Z`,
        reason: 'Local',
        message: 'Local APIServices are always available',
      },
    ]
  },
}

/** Names of roles may hold colons and capitals: `system:node`. */
export const roleRules: KindRules = { name: pathSegment }

export const roleBindingRules: KindRules = {
  name: pathSegment,
  validateUpdate: (binding, old) => {
    const role = objectOf(binding, 'roleRef')
    // A binding that could be pointed elsewhere would give away what nobody granted.
    return same(role, objectOf(old, 'roleRef'))
      ? []
      : [invalidStruct('roleRef', inGo(role), 'cannot change roleRef')]
  },
}

/** Kubernetes shows its internal struct here, whose members are written as in Go. */
function inGo(role: JsonObject | undefined): GoStruct {
  return { APIGroup: textOf(role, 'apiGroup'), Kind: textOf(role, 'kind'), Name: textOf(role, 'name') }
}
