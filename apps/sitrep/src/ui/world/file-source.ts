import type { Call, Context } from '../../command.ts'
import { transitionsIn } from '../../history/from-object.ts'
import { openWorld } from '../../source/open-world.ts'
import { lookAt, type SeenWorld, seenIn } from '../sight.ts'
import type { WorldSource } from './world-source.ts'

/** The world of files: it is seen once, as of its time. */
export async function openFileSource(call: Call, context: Context): Promise<WorldSource> {
  const { engine, objects, families, at } = await openWorld(call, context)
  const world: SeenWorld = { engine, objects, families, unread: [] }
  const sight = await lookAt(world, at)
  const paths = (call.options.filename ?? []) as readonly string[]
  return {
    words: paths.join(' '),
    families,
    at,
    follow: (tell) => {
      tell({ happened: 'looked', sight })
      return { stop: async () => {} }
    },
    history: async (ref) => {
      const object = seenIn(sight, ref)
      return {
        ref,
        teller: 'object',
        entries: object === undefined ? [] : transitionsIn(object.computed, families),
        note: 'Files tell of each condition the last transition only',
      }
    },
  }
}
