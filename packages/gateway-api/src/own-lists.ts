import { type ConditionList, text } from '@sitrep/status'

/** The same lists, in which only the entries of these controllers are ours to write. */
export const ownLists = (
  lists: readonly ConditionList[],
  ours: ReadonlySet<string>,
): readonly ConditionList[] =>
  lists.map((each) =>
    each.entries === undefined
      ? each
      : {
          ...each,
          entries: { ...each.entries, mine: (entry) => ours.has(text(entry['controllerName']) ?? '') },
        },
  )
