import { invalidValue } from '../../errors/field-errors.ts'
import { sameJson } from '../../json/same-json.ts'
import type { KindRules } from '../kind-rules.ts'
import { pathSegment } from '../validation/name-rules.ts'
import { memberOf } from '../validation/read.ts'

/** Names of roles may hold colons and capitals: `system:node`. */
export const roleRules: KindRules = { name: pathSegment }

export const roleBindingRules: KindRules = {
  name: pathSegment,
  validateUpdate: (binding, old) => {
    const role = memberOf(binding, 'roleRef') ?? null
    // A binding that could be pointed elsewhere would give away what nobody granted.
    return sameJson(role, memberOf(old, 'roleRef') ?? null)
      ? []
      : [invalidValue('roleRef', capitalised(role), 'cannot change roleRef')]
  },
}

/** Kubernetes shows its internal struct here, whose members are written as in Go. */
function capitalised(
  role: ReturnType<typeof memberOf> | null,
): NonNullable<ReturnType<typeof memberOf>> | null {
  if (typeof role !== 'object' || role === null || Array.isArray(role)) return null
  const { apiGroup = '', kind = '', name = '' } = role as Readonly<Record<string, string>>
  return { APIGroup: apiGroup, Kind: kind, Name: name }
}
