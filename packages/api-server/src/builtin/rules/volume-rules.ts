import { forbiddenField, invalidValue, required } from '../../errors/field-errors.ts'
import type { JsonObject } from '../../json/json.ts'
import { repeatedPositions } from '../../schema/repeated-positions.ts'
import { mandatory, mandatoryName } from '../validation/field-rules.ts'
import { dnsLabel } from '../validation/name-rules.ts'
import { isSet, numberOf, objectsOf, textOf } from '../validation/read.ts'
import type { StructRule, StructRules } from '../validation/struct-rules.ts'

const fileModeWords = 'must be a number between 0 and 0777 (octal), both inclusive'

/** Volumes of a pod. */
export const volumeStructRules: StructRules = {
  'core.v1.Volume': [oneSource, mandatoryName('name', dnsLabel)],
  'core.v1.HostPathVolumeSource': [mandatory('path'), withoutBacksteps('path')],
  'core.v1.SecretVolumeSource': [mandatory('secretName'), fileMode('defaultMode')],
  'core.v1.ConfigMapVolumeSource': [mandatory('name'), fileMode('defaultMode')],
  'core.v1.ProjectedVolumeSource': [fileMode('defaultMode')],
  'core.v1.DownwardAPIVolumeSource': [fileMode('defaultMode')],
  'core.v1.SecretProjection': [mandatory('name')],
  'core.v1.ConfigMapProjection': [mandatory('name')],
  'core.v1.KeyToPath': [mandatory('key'), mandatory('path'), localPath('path'), fileMode('mode')],
  'core.v1.PersistentVolumeClaimVolumeSource': [mandatory('claimName')],
  'core.v1.NFSVolumeSource': [mandatory('server'), mandatory('path'), absolutePath('path')],
  'core.v1.ServiceAccountTokenProjection': [tokenLifetime],
  'core.v1.EmptyDirVolumeSource': [],
}

/** The mounts of the containers must name volumes that the pod has. */
export function mountsOf(extraVolumes: (spec: JsonObject) => readonly string[] = () => []): StructRule {
  return (spec, path) => {
    const volumes = new Set([
      ...objectsOf(spec, 'volumes').flatMap((volume) => textOf(volume, 'name') || []),
      ...extraVolumes(spec),
    ])
    return ['containers', 'initContainers', 'ephemeralContainers'].flatMap((list) =>
      objectsOf(spec, list).flatMap((container, index) =>
        validateMounts(container, volumes, `${path}${list}[${index}].volumeMounts`),
      ),
    )
  }
}

function validateMounts(
  container: JsonObject,
  volumes: ReadonlySet<string>,
  path: string,
): ReturnType<StructRule> {
  const paths = objectsOf(container, 'volumeMounts').map((mount) => textOf(mount, 'mountPath'))
  const repeated = repeatedPositions(paths)
  return objectsOf(container, 'volumeMounts').flatMap((mount, index) => {
    const name = textOf(mount, 'name')
    const mountPath = paths[index] ?? ''
    const here = `${path}[${index}]`
    return [
      ...(name === '' ? [required(`${here}.name`)] : []),
      ...(volumes.has(name)
        ? []
        : [
            {
              reason: 'FieldValueNotFound' as const,
              field: `${here}.name`,
              message: `Not found: ${JSON.stringify(name)}`,
            },
          ]),
      ...(mountPath === '' ? [required(`${here}.mountPath`)] : []),
      ...(repeated.has(index) ? [invalidValue(`${here}.mountPath`, mountPath, 'must be unique')] : []),
    ]
  })
}

function oneSource(volume: JsonObject, path: string): ReturnType<StructRule> {
  const sources = Object.keys(volume).filter((key) => key !== 'name' && isSet(volume, key))
  // The one that was there first is taken; Kubernetes looks for an empty directory before all others.
  sources.sort((a, b) => Number(b === 'emptyDir') - Number(a === 'emptyDir'))
  if (sources.length === 0) return [required(path.slice(0, -1), 'must specify a volume type')]
  return sources
    .slice(1)
    .map((source) => forbiddenField(`${path}${source}`, 'may not specify more than 1 volume type'))
}

function fileMode(field: string): StructRule {
  return (struct, path) => {
    const mode = numberOf(struct, field)
    if (mode === undefined || (mode >= 0 && mode <= 0o777)) return []
    return [invalidValue(`${path}${field}`, mode, fileModeWords)]
  }
}

function withoutBacksteps(field: string): StructRule {
  return (struct, path) => {
    const text = textOf(struct, field)
    return text.split('/').includes('..')
      ? [invalidValue(`${path}${field}`, text, "must not contain '..'")]
      : []
  }
}

function absolutePath(field: string): StructRule {
  return (struct, path) => {
    const text = textOf(struct, field)
    return text.startsWith('/') ? [] : [invalidValue(`${path}${field}`, text, 'must be an absolute path')]
  }
}

function localPath(field: string): StructRule {
  return (struct, path) => {
    const text = textOf(struct, field)
    return [
      ...(text.startsWith('/') ? [invalidValue(`${path}${field}`, text, 'must be a relative path')] : []),
      ...withoutBacksteps(field)(struct, path),
      ...(text.startsWith('..') && text !== '..' && !text.startsWith('../')
        ? [invalidValue(`${path}${field}`, text, "must not start with '..'")]
        : []),
    ]
  }
}

function tokenLifetime(projection: JsonObject, path: string): ReturnType<StructRule> {
  const seconds = numberOf(projection, 'expirationSeconds')
  if (seconds === undefined || seconds >= 600) return []
  return [
    invalidValue(`${path}expirationSeconds`, seconds, 'may not specify a duration less than 10 minutes'),
  ]
}
