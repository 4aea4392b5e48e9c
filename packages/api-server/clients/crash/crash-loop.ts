import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { get } from '../../peers/exchange.ts'
import { createRandom } from '../../peers/generated/random.ts'
import { textAt } from '../../peers/json-answer.ts'
import { openTarget, type Target } from '../../peers/target.ts'
import { openCrashingServer, type ServerAddress } from './crashing-server.ts'
import { fold, listed, openWatcher, type Watcher } from './watcher.ts'
import { createWriter, type Writer } from './writer.ts'

export interface CrashLoop {
  readonly data: string
  readonly kills: number
  readonly writers: number
  readonly seed: number
}

export interface CrashReport {
  readonly kills: number
  readonly acknowledged: number
  readonly events: number
}

/**
 * Kills the server under load, again and again, and asserts after each restart that every acknowledged write is there
 * with the version that was acknowledged, and that a watch which resumes sees each change once.
 */
export async function crashLoop({ data, kills, writers: count, seed }: CrashLoop): Promise<CrashReport> {
  const random = createRandom(seed)
  const server = await openCrashingServer(data)
  const target = targetOf(await server.start())
  const watcher = await openWatcher(target)
  const before = Object.keys(listed((await target.send(get('/api/v1/namespaces/default/configmaps'))).body))
  const writers = Array.from({ length: count }, (_, index) =>
    createWriter(`writer${index}`, target, createRandom(seed * 1000 + index)),
  )
  try {
    for (let kill = 0; kill < kills; kill++) {
      const writing = writers.map((writer) => writer.writeUntilGone())
      await sleep(150 + random.below(500))
      await server.kill()
      await Promise.all(writing)
      await server.start()
      for (const writer of writers) assert.deepEqual(await writer.complaints(), [])
    }
    await assertWatchIsWhole({ target, watcher, writers, before })
  } finally {
    watcher.stop()
    await server.kill()
    await target.close()
  }
  return {
    kills,
    acknowledged: writers.flatMap((writer) => writer.acknowledged).length,
    events: watcher.seen.length,
  }
}

function targetOf({ url, token, authority }: ServerAddress): Target {
  return openTarget({ name: 'crashing', url, ca: authority, tokens: { admin: token } })
}

interface Ending {
  readonly target: Target
  readonly watcher: Watcher
  readonly writers: readonly Writer[]
  /** Objects that were there before anybody wrote. */
  readonly before: readonly string[]
}

async function assertWatchIsWhole({ target, watcher, writers, before }: Ending): Promise<void> {
  const { body } = await target.send(get('/api/v1/namespaces/default/configmaps'))
  const now = Object.fromEntries(Object.entries(listed(body)).filter(([name]) => !before.includes(name)))
  await watcher.reached(Math.max(...Object.values(now)))
  // The last change may be a deletion, which no listed object tells of.
  await sleep(200)
  const versions = watcher.seen.map(({ version }) => version)
  assert.deepEqual(
    versions,
    [...new Set(versions)].sort((a, b) => a - b),
    'events come in order, each once',
  )
  assert.ok(
    Math.max(...versions) <= Number(textAt(body, 'metadata.resourceVersion')),
    'no event is newer than the list',
  )
  assert.deepEqual(fold(watcher.seen), now, 'the events add up to what is there')
  const seen = new Set(
    watcher.seen.map(({ type, name, version }) =>
      type === 'DELETED' ? `DELETED ${name}` : `${type} ${name} ${version}`,
    ),
  )
  const unseen = writers
    .flatMap((writer) => writer.acknowledged)
    .filter(
      ({ type, name, version }) =>
        !seen.has(type === 'DELETED' ? `DELETED ${name}` : `${type} ${name} ${version}`),
    )
  assert.deepEqual(unseen, [], 'every acknowledged write was seen by the watch')
}
