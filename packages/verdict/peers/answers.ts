import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CorpusCase } from '../src/corpus.testing.ts'

/** Judges that are genuine programs; `npm run peers` builds them under these names. */
export const peerNames = ['kstatus', 'argo-health'] as const
export type PeerName = (typeof peerNames)[number]

/** What a judge says of each object of the corpus: its word, `error` where it refused, nothing where it has no check for the kind. */
export type PeerAnswers = Readonly<Record<string, string | null>>

export const answersFile = (peer: PeerName): string => join(import.meta.dirname, 'answers', `${peer}.json`)

/** Under which name the answer about an object is kept. */
export const caseKey = ({ file, name }: Pick<CorpusCase, 'file' | 'name'>): string => `${file}: ${name}`

/** The answers that were given last; whoever has the programs can check that they still are (`npm run test:peers`). */
export const storedAnswers = (peer: PeerName): PeerAnswers =>
  JSON.parse(readFileSync(answersFile(peer), 'utf8'))
