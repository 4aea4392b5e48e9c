import type { KubeObject } from '../json/json.ts'
import { decodeProblem } from './types/decode-problem.ts'
import { typeRegistry } from './types/type-registry.ts'

/**
 * Why a built-in object cannot be read as what its `apiVersion` and `kind` say, in the words of Go's decoder;
 * `undefined` when it can. Ask before defaults are filled in.
 */
export function readProblem(object: KubeObject): string | undefined {
  const definition = typeRegistry.definitionOf(object.apiVersion, object.kind)
  return definition === undefined ? undefined : decodeProblem(object, definition)
}
