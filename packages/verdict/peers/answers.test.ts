import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findPeer, howToGetPeers } from '../../../tools/peers/find-peer.ts'
import { readCorpus } from '../src/corpus.testing.ts'
import { caseKey, peerNames, storedAnswers } from './answers.ts'
import { askPeer } from './ask-peer.ts'

describe('The stored answers of other judges', () => {
  for (const name of peerNames) {
    const program = findPeer(name)
    it(`${name} says the same today`, { skip: program === undefined && howToGetPeers }, async () => {
      assert.deepEqual(await askPeer(program ?? '', readCorpus()), storedAnswers(name))
    })

    it(`${name} was asked about every object`, () => {
      const known = storedAnswers(name)
      assert.deepEqual(
        readCorpus()
          .map(caseKey)
          .filter((key) => !Object.hasOwn(known, key)),
        [],
      )
    })
  }
})
