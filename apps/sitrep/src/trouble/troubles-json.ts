import { isWrong } from './fold-troubles.ts'
import { causeText } from './trouble-lines.ts'
import type { Troubles } from './troubles-in.ts'

/** What is not as it should be, for programs. */
export function troublesJson({ folded, at, objects, silent, unread }: Troubles): unknown {
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
        object: each.cause.ref,
        words: each.cause.words,
        ...(each.cause.explained?.condition && { condition: each.cause.explained.condition }),
        ...(each.cause.explained?.at !== undefined && { at: each.cause.explained.at }),
      },
      alike: each.alike,
      also: each.also,
    })),
    silent,
    unread,
  }
}
