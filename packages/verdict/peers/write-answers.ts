// Has the genuine judges answer for the whole corpus and stores what they say: after a change of the corpus, or of their version.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { findPeer, howToGetPeers } from '../../../tools/peers/find-peer.ts'
import { readCorpus } from '../src/corpus.testing.ts'
import { answersFile, peerNames } from './answers.ts'
import { askPeer } from './ask-peer.ts'

for (const name of peerNames) {
  const program = findPeer(name)
  if (program === undefined) {
    console.error(`${name} is not there: ${howToGetPeers}`)
    process.exitCode = 1
    continue
  }
  const file = answersFile(name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(await askPeer(program, readCorpus()), undefined, 2)}\n`)
  console.log(`wrote the answers of ${name}`)
}
