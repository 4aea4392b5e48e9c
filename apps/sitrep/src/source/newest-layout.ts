import { conditionPaths } from '@sitrep/conditions'
import { at, fields, type KubeObject } from '@sitrep/status'

/** The object with its conditions where they usually stand: of two layouts side by side the newer one is meant. */
export function inNewestLayout(object: KubeObject): KubeObject {
  const conditions = conditionPaths.map((path) => at(object, ...path)).find(Array.isArray)
  return conditions === undefined ? object : { ...object, status: { ...fields(object.status), conditions } }
}
