import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { conditionOf, isCurrent, isTrueNow, wordsOf } from './conditions.ts'
import { object } from './following.testing.ts'

type Words = [message: string, says: string | undefined, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const words: Words[] = [
  ['Scaling up',                                         'Scaling up',                           'one line is all there is'],
  ['',                                                   'Reason',                               'the reason is better than nothing'],
  ['* First\n* Second',                                  'First',                                'the first of several'],
  ['* Machine a:\n  * EtcdPodHealthy: Pod is missing\n', 'Machine a: EtcdPodHealthy: Pod is missing', 'a line that leads over says nothing alone'],
  ['* Machine a:',                                       'Machine a:',                           'where nothing follows it is all there is'],
]

describe('The words of a condition', () => {
  for (const [message, says, because] of words) {
    it(`${JSON.stringify(message)} is told as ${says}, because ${because}`, () => {
      assert.equal(wordsOf({ type: 'Ready', status: 'False', reason: 'Reason', message }), says)
    })
  }
})

describe('Reading conditions', () => {
  const cluster = (status: object, generation = 2) =>
    object('cluster.x-k8s.io/v1beta2', 'Cluster', { generation, status })
  const ready = (observedGeneration?: number) => ({
    type: 'Ready',
    status: 'True',
    ...(observedGeneration !== undefined && { observedGeneration }),
  })

  it('goes by the later layout where both stand side by side', () => {
    const both = { conditions: [{ type: 'Ready', status: 'False' }], v1beta2: { conditions: [ready()] } }
    assert.equal(conditionOf(cluster(both), 'Ready')?.status, 'True')
  })

  it('takes no condition for true that is about an older generation, by itself or with the whole status', () => {
    assert.equal(isTrueNow(cluster({ observedGeneration: 2, conditions: [ready(2)] }), 'Ready'), true)
    assert.equal(isTrueNow(cluster({ observedGeneration: 2, conditions: [ready(1)] }), 'Ready'), false)
    assert.equal(isTrueNow(cluster({ observedGeneration: 1, conditions: [ready()] }), 'Ready'), false)
  })

  it('takes what never said which generation it saw for not looked at, whatever its shape', () => {
    for (const status of [undefined, null, 'x', { conditions: 'x' }, { conditions: [null, 3] }])
      assert.equal(isCurrent({ ...cluster({}), status }), false)
  })
})
