import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { Connection } from '@sitrep/controller/connection'
import { Traffic } from './traffic.ts'

describe('What is under way to a server', () => {
  it('is waited for with all that is asked because of it, whatever is answered', async () => {
    const answers: PromiseWithResolvers<unknown>[] = []
    const traffic = new Traffic()
    const connection = traffic.of({
      request: () => {
        const answer = Promise.withResolvers<unknown>()
        answers.push(answer)
        return answer.promise
      },
    } as unknown as Connection)
    let answered = false
    connection.request({ path: '/first' }).catch(() => connection.request({ path: '/second' }))
    const waiting = traffic.answered().then(() => {
      answered = true
    })
    await turn()
    answers[0]?.reject(new Error('in vain'))
    while (answers.length < 2) await turn()
    assert.equal(answered, false)
    answers[1]?.resolve('done')
    await waiting
  })
})
