import { type GoStruct, invalidStruct } from '../../errors/struct-errors.ts'
import type { JsonObject } from '../../json/json.ts'
import { sameJson } from '../../json/same-json.ts'
import type { KindRules } from '../kind-rules.ts'
import { pathSegment } from '../validation/name-rules.ts'
import { objectOf, textOf } from '../validation/read.ts'

/** Names of roles may hold colons and capitals: `system:node`. */
export const roleRules: KindRules = { name: pathSegment }

export const roleBindingRules: KindRules = {
  name: pathSegment,
  validateUpdate: (binding, old) => {
    const role = objectOf(binding, 'roleRef')
    // A binding that could be pointed elsewhere would give away what nobody granted.
    return sameJson(role, objectOf(old, 'roleRef'))
      ? []
      : [invalidStruct('roleRef', inGo(role), 'cannot change roleRef')]
  },
}

/** Kubernetes shows its internal struct here, whose members are written as in Go. */
function inGo(role: JsonObject | undefined): GoStruct {
  return { APIGroup: textOf(role, 'apiGroup'), Kind: textOf(role, 'kind'), Name: textOf(role, 'name') }
}
