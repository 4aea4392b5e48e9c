import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { conditionOf } from '@sitrep/crossplane/managed'
import { profiles } from '@sitrep/status'
import fc from 'fast-check'
import type { CloudFault } from './fake-cloud.testing.ts'
import { type CrashPoint, Story, type StoryOptions } from './story.testing.ts'

const calm: StoryOptions = { profile: 'released', names: 'given', appearsAfterMs: 8_000, worksForMs: 5_000 }

/** A whole life: created, resized, deleted. */
async function live(options: StoryOptions): Promise<Story> {
  const story = new Story(options)
  await story.settle()
  story.wait(60_000)
  await story.settle()
  story.resize(2)
  await story.settle()
  story.wait(60_000)
  await story.settle()
  return story
}

/** How many requests and calls a life makes, so that the process can die at each. */
async function lengthOf(options: StoryOptions): Promise<number> {
  const story = await live({ ...options, crash: { at: Number.POSITIVE_INFINITY, effect: 'none' } })
  story.remove()
  await story.settle()
  return story.operations
}

const isStuck = (story: Story): boolean =>
  conditionOf(
    story.object ?? { apiVersion: '', kind: '', metadata: { name: '' } },
    'Synced',
  )?.message.startsWith('cannot determine creation result') === true

describe('a process that dies at any point', () => {
  for (const profile of profiles) {
    for (const effect of ['none', 'done'] as const) {
      it(`${profile}: loses nothing and creates nothing twice where the name is given (effect: ${effect})`, async () => {
        const length = await lengthOf({ ...calm, profile })
        for (let at = 0; at < length; at++) {
          const story = await live({ ...calm, profile, crash: { at, effect } })
          assert.equal(story.cloud.created, 1, `created twice after a crash at ${at}`)
          assert.deepEqual(
            [...story.cloud.resources.values()].map(({ size }) => size),
            [2],
            `at ${at}`,
          )
          assert.equal(
            conditionOf(story.object ?? assert.fail(`lost at ${at}`), 'Ready')?.status,
            'True',
            `at ${at}`,
          )
          story.remove()
          await story.settle()
          assert.equal(story.object, undefined, `still there after a crash at ${at}`)
          assert.equal(story.cloud.resources.size, 0, `left behind after a crash at ${at}`)
          assert.equal(story.crashes, 1)
        }
      })

      it(`${profile}: stops rather than create twice where the cloud chooses the name (effect: ${effect})`, async () => {
        const options: StoryOptions = { ...calm, profile, names: 'chosen' }
        const length = await lengthOf(options)
        let stuck = 0
        for (let at = 0; at < length; at++) {
          const story = await live({ ...options, crash: { at, effect } })
          assert.ok(story.cloud.created <= 1, `created twice after a crash at ${at}`)
          if (isStuck(story)) {
            stuck++
            continue
          }
          assert.equal(
            conditionOf(story.object ?? assert.fail(`lost at ${at}`), 'Ready')?.status,
            'True',
            `at ${at}`,
          )
          story.remove()
          await story.settle()
          assert.equal(story.object, undefined, `still there after a crash at ${at}`)
          assert.equal(story.cloud.resources.size, 0, `left behind after a crash at ${at}`)
        }
        // Between the record that it begins and the record of its end nobody can tell what happened.
        assert.ok(stuck > 0 && stuck <= 3, `stuck ${stuck} times`)
      })
    }
  }
})

const anyFault: fc.Arbitrary<CloudFault> = fc.record({
  call: fc.constantFrom('observe', 'create', 'update', 'delete'),
  effect: fc.constantFrom('none', 'done'),
})

const anyCrash: fc.Arbitrary<CrashPoint> = fc.record({
  at: fc.nat({ max: 40 }),
  effect: fc.constantFrom('none', 'done'),
})

describe('a cloud that fails, is slow to show and slow to change', () => {
  it('ends up with one resource as wanted, and with none once the object is deleted', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          profile: fc.constantFrom(...profiles),
          faults: fc.array(anyFault, { maxLength: 8 }),
          crash: anyCrash,
          appearsAfterMs: fc.nat({ max: 25_000 }),
          worksForMs: fc.nat({ max: 40_000 }),
        }),
        async ({ faults, ...options }) => {
          const story = new Story({ names: 'given', ...options })
          story.cloud.faults = [...faults]
          await story.settle()
          story.resize(3)
          await story.settle()
          story.wait(60_000)
          await story.settle()
          assert.equal(story.cloud.created, 1)
          assert.deepEqual(
            [...story.cloud.resources.values()].map(({ size }) => size),
            [3],
          )
          assert.equal(conditionOf(story.object ?? assert.fail('lost'), 'Ready')?.status, 'True')
          story.remove()
          await story.settle()
          story.wait(60_000)
          await story.settle()
          assert.equal(story.object, undefined)
          assert.equal(story.cloud.resources.size, 0)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('is not created twice where it chooses names and fails before it does anything', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyFault, { maxLength: 8 }), anyCrash, async (faults, crash) => {
        const story = new Story({ ...calm, names: 'chosen', crash })
        story.cloud.faults = faults.map(({ call }) => ({ call, effect: 'none' }))
        await story.settle()
        story.wait(60_000)
        await story.settle()
        assert.ok(story.cloud.created <= 1)
        assert.ok(story.cloud.created === 0 || story.object !== undefined)
      }),
      { numRuns: 300 },
    )
  })
})

describe('an update that is worked on after it was asked for', () => {
  it('is Updating from the request to the first observation of a matching resource at rest', async () => {
    const story = await live({ ...calm, profile: 'proposal', worksForMs: 20_000 })
    story.resize(5)
    await story.settle(1)
    const ready = (): string | undefined => conditionOf(story.object ?? assert.fail('lost'), 'Ready')?.reason
    assert.equal(ready(), 'Updating')
    await story.settle()
    assert.equal(ready(), 'Available')
  })

  it('is asked for soon again until the limit, and then only with the poll interval', async () => {
    const story = await live({ ...calm, profile: 'proposal', worksForMs: 0 })
    const [resource] = story.cloud.resources.values()
    Object.defineProperty(resource, 'size', { get: () => 99, set: () => {} })
    const passes = story.rows.length
    await story.settle()
    assert.deepEqual(story.rows.slice(passes), ['34', '34', '34', '34', '34', '34a'])
    assert.equal(conditionOf(story.object ?? assert.fail('lost'), 'Ready')?.reason, 'Updating')
  })
})
