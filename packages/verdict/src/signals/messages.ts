import { shown } from '../foreign/text.ts'
import type { Field } from '../foreign/walk.ts'
import { awaitsApproval } from '../lexicon/phrases.ts'
import { readSense } from '../lexicon/read-sense.ts'
import { splitWords } from '../lexicon/split-words.ts'
import { type Signal, signal } from '../signal.ts'

const telling: ReadonlySet<string> = new Set(['message', 'reason'])

/** What the message and the reason of a status say, where they are a state in themselves. Never more than a guess: prose means many things. */
export function messageSignals(fields: readonly Field[]): readonly Signal[] {
  return fields.flatMap(({ key, path, value, depth }) => {
    if (depth !== 1 || !telling.has(key) || typeof value !== 'string') return []
    const says = `${key} is ${shown(value)}`
    if (awaitsApproval(value))
      return [signal({ path, value, says, sense: 'paused', of: 'whole', guessed: true })]
    const sense = readSense(value, 'prose')
    // A single word is a state; a sentence counts only for what is wrong.
    const good = sense === 'good' && splitWords(value).length === 1
    if (!good && sense !== 'bad' && sense !== 'final') return []
    return [signal({ path, value, says, sense: good ? 'good' : 'bad', of: 'whole', guessed: true })]
  })
}
