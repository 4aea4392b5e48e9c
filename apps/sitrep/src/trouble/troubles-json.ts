import { isWrong, type Troubles } from './read-troubles.ts'
import { causeText } from './trouble-lines.ts'

/** What is not as it should be, for programs. */
export function troublesJson({ folded, at, objects, unread }: Troubles): unknown {
  return {
    at,
    objects,
    items: folded.map((each) => ({
      gravity: each.top.gravity,
      wrong: isWrong(each),
      object: each.top.ref,
      since: each.top.since,
      sentence: causeText(each),
      cause: {
        object: each.top.cause.ref,
        words: each.top.cause.words,
        ...(each.top.cause.explained?.condition && { condition: each.top.cause.explained.condition }),
        ...(each.top.cause.explained?.at !== undefined && { at: each.top.cause.explained.at }),
      },
      alike: each.alike,
      also: each.also,
    })),
    unread,
  }
}
