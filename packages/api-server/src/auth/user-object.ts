import type { JsonObject } from '../json/json.ts'
import type { User } from './user.ts'

/** A user as reviews write him. */
export function userObject({ name, uid, groups, extra }: User): JsonObject {
  return {
    username: name,
    ...(uid !== undefined && { uid }),
    ...(groups.length > 0 && { groups }),
    ...(extra !== undefined && Object.keys(extra).length > 0 && { extra: { ...extra } }),
  }
}
