import type { KubeObject } from '@sitrep/status'
import { conditionOf } from '../managed/managed-object.ts'
import type { Composed } from './facts.ts'

/** The annotation that says which resource of the pipeline an object is. */
export const compositionNameAnnotation = 'crossplane.io/composition-resource-name'

/**
 * What composed objects themselves say, where nobody knows what the functions answered. A function may see it otherwise, so this is held
 * beside what is reported and never written.
 */
export function composedOf(objects: readonly KubeObject[]): readonly Composed[] {
  return objects.map((object) => ({
    name: object.metadata.annotations?.[compositionNameAnnotation] ?? object.metadata.name,
    // An object without Synced is none that somebody else keeps in sync: that it is there is all there is to it.
    synced: (conditionOf(object, 'Synced')?.status ?? 'True') === 'True',
    ready: conditionOf(object, 'Ready')?.status === 'True',
  }))
}
