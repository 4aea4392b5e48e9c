import { forbiddenField, invalidValue } from '../../errors/field-errors.ts'
import type { JsonObject } from '../../json/json.ts'
import { validateAnnotations, validateLabels } from '../metadata-rules.ts'
import {
  absent,
  choice,
  eachNamed,
  inRange,
  labels,
  mandatory,
  named,
  uniqueItems,
} from '../validation/field-rules.ts'
import { isIp } from '../validation/ip.ts'
import { dnsLabel, dnsSubdomain } from '../validation/name-rules.ts'
import { isSet, listOf, memberOf, numberOf, objectOf, objectsOf, textOf } from '../validation/read.ts'
import type { StructRule, StructRules } from '../validation/struct-rules.ts'
import { mountsOf } from './volume-rules.ts'

const maxInt32 = 2_147_483_647

/** What holds for a pod and for every template of one. */
export const podStructRules: StructRules = {
  'core.v1.PodSpec': [
    mandatory('containers'),
    uniqueItems('volumes', 'name'),
    uniqueContainerNames,
    initContainersAreSimple,
    uniqueHostPorts,
    choice('restartPolicy', ['Always', 'OnFailure', 'Never']),
    choice('dnsPolicy', ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None']),
    labels('nodeSelector'),
    named('serviceAccountName', dnsSubdomain),
    named('nodeName', dnsSubdomain),
    inRange('activeDeadlineSeconds', 1, maxInt32),
    hostAliases,
    named('hostname', dnsLabel),
    named('subdomain', dnsLabel),
    named('priorityClassName', dnsSubdomain),
    named('runtimeClassName', dnsSubdomain),
    choice('preemptionPolicy', ['PreemptLowerPriority', 'Never']),
  ],
  'core.v1.PodTemplateSpec': [templateMetadata, templateWithoutEphemeralContainers],
  'core.v1.Pod': [podOnly],
}

/** Mounts are judged where the volumes are known: a StatefulSet adds some of its own. */
export const podMounts: StructRule = mountsOf()

function uniqueContainerNames(spec: JsonObject, path: string): ReturnType<StructRule> {
  const seen = new Set<string>()
  return ['containers', 'initContainers', 'ephemeralContainers'].flatMap((list) =>
    objectsOf(spec, list).flatMap((container, index) => {
      const name = textOf(container, 'name')
      if ((name === '' && list !== 'containers') || !seen.has(name)) {
        seen.add(name)
        return []
      }
      const message = `Duplicate value: ${JSON.stringify(name)}`
      return [{ reason: 'FieldValueDuplicate' as const, field: `${path}${list}[${index}].name`, message }]
    }),
  )
}

const runtimeFields = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe']

function initContainersAreSimple(spec: JsonObject, path: string): ReturnType<StructRule> {
  const words = 'may not be set for init containers without restartPolicy=Always'
  return objectsOf(spec, 'initContainers').flatMap((container, index) =>
    textOf(container, 'restartPolicy') === 'Always'
      ? []
      : runtimeFields
          .filter((field) => isSet(container, field))
          .map((field) => forbiddenField(`${path}initContainers[${index}].${field}`, words)),
  )
}

function uniqueHostPorts(spec: JsonObject, path: string): ReturnType<StructRule> {
  const seen = new Set<string>()
  return objectsOf(spec, 'containers').flatMap((container, index) =>
    objectsOf(container, 'ports').flatMap((port, portIndex) => {
      const number = numberOf(port, 'hostPort')
      if (!number) return []
      const key = `${textOf(port, 'protocol')}/${textOf(port, 'hostIP')}/${number}`
      if (!seen.has(key)) {
        seen.add(key)
        return []
      }
      const field = `${path}containers[${index}].ports[${portIndex}].hostPort`
      return [
        { reason: 'FieldValueDuplicate' as const, field, message: `Duplicate value: ${JSON.stringify(key)}` },
      ]
    }),
  )
}

function hostAliases(spec: JsonObject, path: string): ReturnType<StructRule> {
  return objectsOf(spec, 'hostAliases').flatMap((alias, index) => {
    const here = `${path}hostAliases[${index}]`
    const ip = textOf(alias, 'ip')
    return [
      ...(isIp(ip)
        ? []
        : [invalidValue(`${here}.ip`, ip, 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)')]),
      ...eachNamed('hostnames', dnsSubdomain)(alias, `${here}.`),
    ]
  })
}

function templateMetadata(template: JsonObject, path: string): ReturnType<StructRule> {
  const metadata = objectOf(template, 'metadata')
  return [
    ...validateLabels(memberOf(metadata, 'labels'), `${path}labels`),
    ...validateAnnotations(memberOf(metadata, 'annotations'), `${path}annotations`),
  ]
}

function templateWithoutEphemeralContainers(template: JsonObject, path: string): ReturnType<StructRule> {
  if (listOf(objectOf(template, 'spec'), 'ephemeralContainers').length === 0) return []
  return [
    forbiddenField(`${path}spec.ephemeralContainers`, 'ephemeral containers not allowed in pod template'),
  ]
}

function podOnly(pod: JsonObject, path: string): ReturnType<StructRule> {
  const spec = objectOf(pod, 'spec')
  const here = `${path}spec.`
  return [
    ...(textOf(spec, 'nodeName') !== '' && listOf(spec, 'schedulingGates').length > 0
      ? [forbiddenField(`${here}nodeName`, 'cannot be set until all schedulingGates have been cleared')]
      : []),
    ...['containers', 'initContainers'].flatMap((list) =>
      objectsOf(spec, list).flatMap((container, index) =>
        imageIsTrimmed(container, `${here}${list}[${index}].image`),
      ),
    ),
  ]
}

/** Templates may hold such an image as a placeholder; a pod may not. */
function imageIsTrimmed(container: JsonObject, field: string): ReturnType<StructRule> {
  const image = textOf(container, 'image')
  return image.trim() === image
    ? []
    : [invalidValue(field, image, 'must not have leading or trailing whitespace')]
}

/** Ephemeral containers come later, through their own subresource. */
export const noEphemeralContainers: StructRule = (pod, path) => {
  const spec = objectOf(pod, 'spec')
  return spec === undefined || listOf(spec, 'ephemeralContainers').length === 0
    ? []
    : absent('ephemeralContainers', 'cannot be set on create')(spec, `${path}spec.`)
}
