import {
  crdKind,
  groupOf,
  type KubeObject,
  leanCrd,
  type ObjectMetadata,
  type ShapeDefinition,
  soundMetadata,
} from '@sitrep/status'

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration'

/**
 * What is kept of an object. Versions and field managers change with every write and decide nothing; the annotation of
 * `kubectl apply` repeats the whole object; schemas of CRDs are most of them. Metadata that is not of its type is left out, so that nobody
 * has to look twice before looking into it.
 */
export function trim(object: KubeObject, shape: ShapeDefinition | undefined): KubeObject {
  const { metadata } = soundMetadata(object.metadata)
  const heavy =
    'managedFields' in metadata ||
    'resourceVersion' in metadata ||
    metadata.annotations?.[lastApplied] !== undefined
  const lean = heavy ? { ...object, metadata: leanMetadata(metadata) } : withMetadata(object, metadata)
  if (shape !== undefined) return shape.keep(lean)
  return isCrd(object) ? leanCrd(lean) : lean
}

const withMetadata = (object: KubeObject, metadata: ObjectMetadata): KubeObject =>
  metadata === object.metadata ? object : { ...object, metadata }

/** Whether an object tells which kinds a cluster serves. */
export const isCrd = ({ apiVersion, kind }: KubeObject): boolean =>
  kind === crdKind.kind && groupOf(apiVersion) === crdKind.group

function leanMetadata(metadata: ObjectMetadata): ObjectMetadata {
  const {
    managedFields: _managed,
    resourceVersion: _version,
    annotations,
    ...rest
  } = metadata as ObjectMetadata & { managedFields?: unknown }
  if (annotations === undefined) return rest
  const { [lastApplied]: _applied, ...others } = annotations
  return { ...rest, annotations: others }
}
