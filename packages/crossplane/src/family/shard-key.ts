import { at, type Family, type KubeObject, text } from '@sitrep/status'
import { claims, crossplaneResources } from '../kinds.ts'

/** What is composed carries the name of the composite at the top, and so does that itself. */
const compositeLabel = 'crossplane.io/composite'

const keyOf = (composite: string): string => `composite ${composite}`

/**
 * A claim, its composite and all that is composed below it go together; a managed resource that nobody composed goes by itself. Composites
 * of the same name in different namespaces share a key, which costs nothing but evenness.
 */
export const shardKey: NonNullable<Family['shardKey']> = ({ name }, object) =>
  object !== undefined && crossplaneResources.recognises(object)
    ? keyOf(labelled(object) ?? claimed(object) ?? controllerOf(object) ?? name)
    : undefined

/** What is composed and of another family is computed with that, and read with its composite. */
export const readFor: NonNullable<Family['readFor']> = (_ref, object) => {
  const composite = labelled(object)
  return composite === undefined ? undefined : keyOf(composite)
}

const labelled = (object: KubeObject | undefined): string | undefined =>
  object?.metadata.labels?.[compositeLabel]

const claimed = (object: KubeObject): string | undefined =>
  claims.recognises(object) ? text(at(object.spec, 'resourceRef', 'name')) : undefined

const controllerOf = (object: KubeObject): string | undefined =>
  object.metadata.ownerReferences?.find(({ controller }) => controller === true)?.name
