import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { missingKubernetes } from '../../../tools/peers/kubernetes.ts'
import { differencesPage, formatDifferences, sortDifferences } from './differences.ts'
import { openGenuine } from './genuine.ts'
import { knownDifferences } from './known-differences.ts'
import { openOurs } from './ours.ts'
import { tellDifference } from './replay.ts'
import { allStories } from './stories.ts'
import { tellBoth } from './tell-both.ts'

describe('told the same stories as genuine Kubernetes', () => {
  it('our server gives the same answers, apart from the differences that are listed', {
    skip: missingKubernetes() ?? false,
  }, async (test) => {
    const [ours, genuine] = await Promise.all([openOurs(), openGenuine()])
    try {
      const { differences, answers } = await tellBoth(allStories(0), ours, genuine)
      const { unknown, stale } = sortDifferences(differences)
      test.diagnostic(
        `${answers} answers compared, ${differences.length - unknown.length} known differences, ${unknown.length} unknown`,
      )
      assert.deepEqual(unknown.slice(0, 40).map(tellDifference), [])
      assert.deepEqual(stale, [], 'these listed differences are not there any more')
    } finally {
      await ours.close()
      await genuine.close()
    }
  })

  it('the page about differences lists exactly those that the test allows', () => {
    assert.equal(readFileSync(differencesPage, 'utf8'), formatDifferences(knownDifferences))
  })
})
