import assert from 'node:assert/strict'
import { access } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { KubeObject } from '../json/json.ts'
import { configMap, configMapsPath, mergePatch, openTestServer } from '../server.testing.ts'
import type { Journal } from './journal.ts'
import { JournaledStore } from './journaled-store.ts'
import { podKey, pods, put } from './store-contract.testing.ts'
import { StoreError } from './store-error.ts'

interface CountingJournal extends Journal {
  /** The names that were made durable together. */
  readonly groups: string[][]
  /** Set: what the disk says to the next group. */
  failure: Error | undefined
}

function openCountingJournal(): CountingJournal {
  const journal: CountingJournal = {
    groups: [],
    failure: undefined,
    revision: 1,
    compacted: 1,
    load: () => [],
    append: (rows) => {
      const { failure } = journal
      journal.failure = undefined
      if (failure !== undefined) throw failure
      if (rows.length > 0) journal.groups.push(rows.map(({ name }) => name))
    },
    close: () => undefined,
  }
  return journal
}

const now = (): number => 0

describe('groups of writes', () => {
  it('take in what comes while every turn brings more', async () => {
    const journal = openCountingJournal()
    const store = new JournaledStore(journal, { now })
    const writing: Promise<unknown>[] = []
    for (const name of ['a', 'b', 'c']) {
      writing.push(put(store, podKey(name)))
      await nextTurn()
    }
    assert.deepEqual([journal.groups, store.list(pods)], [[], []])
    await Promise.all(writing)
    assert.deepEqual(journal.groups, [['a', 'b', 'c']])
    await store.close()
  })

  it('end with the first turn that brings nothing', async () => {
    const journal = openCountingJournal()
    const store = new JournaledStore(journal, { now })
    const writing = put(store, podKey('a'))
    await nextTurn()
    await nextTurn()
    assert.deepEqual(journal.groups, [['a']])
    await writing
    await store.close()
  })

  it('do not keep their first write waiting for a trickle that never ends', async () => {
    const journal = openCountingJournal()
    const store = new JournaledStore(journal, { now })
    let answered = false
    const writing: Promise<unknown>[] = [put(store, podKey('first')).then(() => (answered = true))]
    for (let turn = 0; turn < 50 && !answered; turn++) {
      writing.push(put(store, podKey(`later-${turn}`)))
      await nextTurn()
    }
    assert.equal(answered, true)
    await Promise.all(writing)
    await store.close()
  })
})

interface SlowJournal extends CountingJournal {
  /** The syncs that were asked for, to be answered by the test. */
  readonly syncs: PromiseWithResolvers<void>[]
}

function openSlowJournal(): SlowJournal {
  const syncs: PromiseWithResolvers<void>[] = []
  const sync = (): Promise<void> => {
    const asked = Promise.withResolvers<void>()
    syncs.push(asked)
    return asked.promise
  }
  return Object.assign(openCountingJournal(), { syncs, sync })
}

async function turnsUntil(done: () => boolean): Promise<void> {
  for (let turn = 0; turn < 50 && !done(); turn++) await nextTurn()
  assert.ok(done())
}

describe('a disk that takes its time', () => {
  it('is given the next group when it has the one before, and readers see each when it is there', async () => {
    const journal = openSlowJournal()
    const store = new JournaledStore(journal, { now })
    const first = put(store, podKey('a'), 'v1')
    await turnsUntil(() => journal.syncs.length === 1)
    const second = [put(store, podKey('a'), 'v2'), put(store, podKey('b'))]
    for (let turn = 0; turn < 10; turn++) await nextTurn()
    assert.deepEqual([journal.groups, store.list(pods).length, store.headList(pods).length], [[['a']], 0, 2])
    journal.syncs[0]?.resolve()
    assert.equal(await first, store.get(podKey('a')))
    assert.deepEqual([store.get(podKey('a'))?.bytes, store.head(podKey('a'))?.bytes].map(String), [
      'v1@2',
      'v2@3',
    ])
    await turnsUntil(() => journal.syncs.length === 2)
    const closing = store.close()
    journal.syncs[1]?.resolve()
    await Promise.all([...second, closing])
    assert.deepEqual(journal.groups, [['a'], ['a', 'b']])
  })

  it('is given what gathered meanwhile together with what those bring whom it has just answered', async () => {
    // Told of between two turns, as disks do, and not at the end of one.
    const journal = Object.assign(openCountingJournal(), { sync: () => access(import.meta.filename) })
    const store = new JournaledStore(journal, { now })
    const first = put(store, podKey('a'))
    await turnsUntil(() => journal.groups.length === 1)
    const writing = [put(store, podKey('b'))]
    await first
    await nextTurn()
    await nextTurn()
    writing.push(put(store, podKey('c')))
    await Promise.all(writing)
    assert.deepEqual(journal.groups, [['a'], ['b', 'c']])
    await store.close()
  })

  it('and then fails takes along what was decided meanwhile', async () => {
    const journal = openSlowJournal()
    const store = new JournaledStore(journal, { now })
    const { revision } = store
    const first = put(store, podKey('a'))
    await turnsUntil(() => journal.syncs.length === 1)
    const second = put(store, podKey('b'))
    journal.syncs[0]?.reject(new Error('input/output error'))
    const outcomes = await Promise.allSettled([first, second, store.settled()])
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'rejected', 'rejected'],
    )
    assert.deepEqual(
      [store.headRevision, store.headList(pods), store.head(podKey('a'))],
      [revision, [], undefined],
    )
    await store.close()
  })
})

describe('what writers see', () => {
  it('is settled when nothing is on its way to the disk', async () => {
    const store = new JournaledStore(openCountingJournal(), { now })
    assert.equal(store.settled(), undefined)
    const writing = put(store, podKey('a'))
    await store.settled()
    assert.deepEqual([store.list(pods).length, store.settled()], [1, undefined])
    await writing
    await store.close()
  })

  it('is told to be lost when the disk refuses it', async () => {
    const journal = openCountingJournal()
    const store = new JournaledStore(journal, { now })
    journal.failure = new Error('no space left')
    const writing = put(store, podKey('a'))
    const outcomes = await Promise.allSettled([writing, store.settled()])
    const codes = outcomes.map(
      (outcome) => outcome.status === 'rejected' && (outcome.reason as StoreError).code,
    )
    assert.deepEqual(codes, ['write-failed', 'write-failed'])
    await store.close()
  })
})

describe('answers that rest on what is not durable yet', () => {
  it('a name is refused when whoever took it can be read', async () => {
    const test = await openTestServer()
    const taking = test.call('POST', configMapsPath, configMap('a'))
    const refused = await test.call('POST', configMapsPath, configMap('a'))
    assert.deepEqual([refused.status, (await test.call('GET', `${configMapsPath}/a`)).status], [409, 200])
    await taking
    await test.close()
  })

  it('a change that is there already is confirmed when it can be read', async () => {
    const test = await openTestServer()
    await test.call('POST', configMapsPath, configMap('a'))
    const change = (): ReturnType<typeof test.call> =>
      test.call('PATCH', `${configMapsPath}/a`, { data: { x: 'y' } }, mergePatch)
    const changing = change()
    const confirmed = await change()
    const read = await test.call('GET', `${configMapsPath}/a`)
    assert.equal(revisionOf(read.body), revisionOf(confirmed.body))
    await changing
    await test.close()
  })

  it('a refusal is taken back when what it rests on is lost', async () => {
    const journal = openCountingJournal()
    const mistakes: unknown[] = []
    const test = await openTestServer({
      store: new JournaledStore(journal, { now }),
      report: (error) => void mistakes.push(error),
    })
    journal.failure = new Error('no space left')
    const answers = await Promise.all([
      test.call('POST', configMapsPath, configMap('a')),
      test.call('POST', configMapsPath, configMap('a')),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [500, 500],
    )
    assert.ok(mistakes.every((mistake) => mistake instanceof StoreError))
    await test.close()
  })
})

function revisionOf(object: KubeObject): unknown {
  return object.metadata['resourceVersion']
}
