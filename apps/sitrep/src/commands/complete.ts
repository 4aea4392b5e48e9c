import type { Command } from '../command.ts'
import { completeLine } from '../completion/complete-line.ts'
import type { Registered } from '../registry.ts'

/** What the scripts of `sitrep completion` ask about these commands. */
export const complete = (registry: readonly Registered[]): Command => ({
  name: '__complete',
  summary: 'Print what could follow on an unfinished command line',
  usage: ['__complete -- [WORD…]'],
  description:
    'Asked by the scripts of sitrep completion. The last word is the one that is being typed, empty where none is begun.',
  examples: [{ does: 'what can be got', line: '__complete -- get ""' }],
  options: {},
  async run({ words }, context) {
    try {
      const offer = await completeLine(words, registry, context)
      if (offer.is === 'files') context.document(':files')
      else
        for (const { word, help } of offer.candidates)
          context.document(help === undefined ? word : `${word}\t${help}`)
      return 0
    } catch {
      // Whatever goes wrong, a message in the middle of somebody's typing helps nobody; the command itself will say it.
      return 1
    }
  },
})
