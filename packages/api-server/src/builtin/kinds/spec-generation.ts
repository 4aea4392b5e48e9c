import type { Json, KubeObject } from '../../json/json.ts'
import { getOwn } from '../../json/own.ts'

/** The generation follows the spec, as it does for most kinds that have one. */
export function specGeneration(object: KubeObject): Json {
  return getOwn(object, 'spec') ?? null
}
