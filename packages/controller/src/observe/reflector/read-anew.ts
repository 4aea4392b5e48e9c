import type { KubeObject } from '@sitrep/status'
import type { KnownNames } from './known-names.ts'
import { type PagesOptions, pagesOf } from './pages.ts'
import type { Sift } from './sift.ts'

export interface ReadAnewOptions extends PagesOptions {
  readonly known: KnownNames
  readonly sift: Sift
  /** Whether an object that was sent is meant. */
  readonly means: (object: KubeObject) => boolean
  /** Whether it went away while this reading was under way. */
  readonly hasGone: (metadata: KubeObject['metadata']) => boolean
  readonly onObjects: (objects: readonly KubeObject[]) => void
}

/** Reads a list once more, beside a watch, and shows what that has not shown: whatever the watch says meanwhile is newer. */
export async function readAnew(options: ReadAnewOptions): Promise<void> {
  const { known, sift, signal, means, hasGone, onObjects } = options
  // What a later whole reading does not show is missing, even if this one still saw it.
  const { reading } = known
  for await (const { objects } of pagesOf(options)) {
    if (signal.aborted) return
    const found = objects.filter((object) => {
      const { metadata } = object
      if (!means(object) || known.has(metadata) || hasGone(metadata)) return false
      const placing = sift.placeOf(object)
      if (placing !== undefined) known.shown(metadata, placing, reading)
      return placing !== undefined
    })
    if (found.length > 0) onObjects(found)
  }
}
