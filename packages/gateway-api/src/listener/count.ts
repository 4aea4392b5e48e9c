import type { RouteKindName } from '../kinds.ts'
import type { AttachedListener } from '../route/attached-route.ts'

/** The routes that count for some listeners, and which kinds of routes could be read. */
interface Countable {
  readonly attached: readonly AttachedListener[]
  readonly readable: readonly RouteKindName[]
}

/** How many routes are attached to a listener; nothing where routes that could be cannot be read. `attached` has a route once for a listener. */
export function countAttached(
  { attached, readable }: Countable,
  listener: string,
  served: readonly RouteKindName[],
): number | undefined {
  if (served.some((kind) => !readable.includes(kind))) return undefined
  return attached.filter((each) => each.listener === listener).length
}

/** The listeners of one owner that a route counts for, each once: several parents may lead to one listener. */
export function distinctListeners(
  attachments: readonly AttachedListener[],
  isOwn: (attachment: AttachedListener) => boolean,
): readonly AttachedListener[] {
  const own = attachments.filter(isOwn)
  return [...new Map(own.map((each) => [each.listener, each])).values()]
}
