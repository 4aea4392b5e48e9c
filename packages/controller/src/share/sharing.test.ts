import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { leafObject } from '@sitrep/engine/testing'
import { at, type KubeObject, type ObjectRef } from '@sitrep/status'
import fc from 'fast-check'
import { controllerSuite } from '../controllers.testing.ts'
import { eventually } from '../testing.ts'
import { Household, plantTree } from './members.testing.ts'

const group = 'test.sitrep.dev'
const roots = Array.from({ length: 8 }, (_, at) => `r${at}`)
const rootRef = (name: string): ObjectRef => ({ group, kind: 'Root', namespace: 'prod', name })
const refsOf = (root: string): readonly ObjectRef[] => [
  rootRef(root),
  { group, kind: 'Group', namespace: 'prod', name: `${root}-g` },
  { group, kind: 'Leaf', namespace: 'prod', name: `${root}-0` },
  { group, kind: 'Leaf', namespace: 'prod', name: `${root}-1` },
]

describe('Controllers that share a world', () => {
  let release = (): void => {}
  // A list that is under way is waited for when a controller stops.
  afterEach(() => release())
  const suite = controllerSuite()
  let household: Household
  beforeEach(() => {
    household = new Household(suite)
  })

  const versions = async (of: readonly string[] = roots): Promise<readonly string[]> =>
    (await Promise.all(of.flatMap(refsOf).map(({ kind, name }) => suite.cluster.read(kind, name)))).map(
      ({ kind, metadata }) => `${kind} ${metadata.name} ${metadata.resourceVersion}`,
    )
  const isWritten = async (root: string): Promise<boolean> =>
    at((await suite.cluster.read('Root', root)).status, 'conditions') !== undefined
  const allWritten = (): Promise<void> =>
    eventually('every root is written', async () => (await Promise.all(roots.map(isWritten))).every(Boolean))
  /** Everybody has what is theirs, and nothing else. */
  const isShared = (): boolean =>
    roots.every((root) =>
      refsOf(root).every((ref) => household.keepersOf(ref).join() === household.ownerOf(root)),
    )
  const shared = (): Promise<void> => eventually('each has its own', isShared)
  const plantAll = async (): Promise<void> => {
    for (const root of roots) await plantTree(suite, root, 2)
  }

  it('keep what is theirs and nothing else, and write all of it between them', async () => {
    await plantAll()
    await household.live('a', 'b')
    await allWritten()
    await shared()
    assert.deepEqual([...new Set(roots.map((root) => household.ownerOf(root)))].sort(), ['a', 'b'])
    const { share } = household.controller('a').sight
    assert.equal(share?.members, 2)
    assert.equal(share.keys, roots.filter((root) => household.ownerOf(root) === 'a').length)
    assert.equal(share.objects, share.keys * refsOf('r0').length)
  })

  it('lose one: the other one takes over what that had, and says nothing new of it', async () => {
    await plantAll()
    await household.live('a', 'b')
    await allWritten()
    await household.settled()
    const [before, writes] = [await versions(), household.written.length]
    household.told.length = 0
    await household.live('b')
    await shared()
    await household.settled()
    assert.deepEqual(await versions(), before)
    assert.equal(household.written.length, writes)
    assert.deepEqual(household.told, [])
    await suite.cluster.replaceSpec(leafObject('r0-0', { healthy: false }))
    await eventually('what changes then is seen', async () => {
      const { status } = await suite.cluster.read('Root', 'r0')
      return JSON.stringify(status).includes('IssuesReported')
    })
  })

  it('say nothing of what they take over before they have read all of it', async () => {
    await plantAll()
    await household.live('a', 'b')
    await allWritten()
    await household.settled()
    const [changed = '', ...lost] = roots.filter((root) => household.ownerOf(root) === 'a')
    const before = await versions(lost)
    household.told.length = 0
    const leaves = Promise.withResolvers<void>()
    release = leaves.resolve
    household.held = { path: '/leafs?', until: leaves.promise }
    await household.live('b')
    const { engine } = household.controller('b')
    for (let turns = 0; turns < 300; turns++) await turn()
    assert.equal(household.controller('b').sight.share?.taking, true)
    for (const root of lost) assert.equal(engine.object(rootRef(root)), undefined)
    // What happens meanwhile is not lost.
    await suite.cluster.remove('Leaf', `${changed}-1`)
    leaves.resolve()
    await eventually('it has all of it', () =>
      lost.every((root) => engine.object(rootRef(root)) !== undefined),
    )
    await household.settled()
    assert.deepEqual(
      household.keepersOf({ group, kind: 'Leaf', namespace: 'prod', name: `${changed}-1` }),
      [],
    )
    assert.deepEqual(await versions(lost), before)
    assert.deepEqual(
      household.told.filter((words) => !words.includes(changed)),
      [],
    )
  })

  it('let go of what a new one has, without a word', async () => {
    await plantAll()
    await household.live('a')
    await allWritten()
    await household.settled()
    const before = await versions()
    household.told.length = 0
    await household.live('a', 'b')
    await shared()
    await household.settled()
    assert.deepEqual(household.told, [])
    assert.deepEqual(await versions(), before)
    assert.ok([...household.controller('a').engine.objects()].length < roots.length * 4)
  })

  it('keep what others compute as it is reported, where they read it, and compute it once it is theirs', async () => {
    await plantAll()
    household.rootsForAll = true
    await household.live('a', 'b')
    await allWritten()
    await household.settled()
    const computing = (root: string): readonly string[] =>
      ['a', 'b'].filter((member) => household.controller(member).engine.claims(rootRef(root)).length > 0)
    for (const root of roots) {
      assert.deepEqual(household.keepersOf(rootRef(root)), ['a', 'b'])
      assert.deepEqual(computing(root), [household.ownerOf(root)])
    }
    const before = await versions()
    household.told.length = 0
    await household.live('b')
    await household.settled()
    const { engine } = household.controller('b')
    await eventually('b computes all', () => roots.every((root) => engine.claims(rootRef(root)).length > 0))
    await household.live('b', 'a')
    await household.settled()
    await eventually('a computes its own again', () =>
      roots.every((root) => computing(root).join() === household.ownerOf(root)),
    )
    assert.deepEqual(await versions(), before)
    assert.deepEqual(household.told, [])
  })

  it('follow an object that comes to belong to another root', async () => {
    await plantAll()
    await household.live('a', 'b')
    await shared()
    const [mine, other] = ['a', 'b'].map((member) => roots.find((root) => household.ownerOf(root) === member))
    const leaf: ObjectRef = { group, kind: 'Leaf', namespace: 'prod', name: `${mine}-0` }
    await suite.cluster.replaceSpec(leafObject(leaf.name, { root: other ?? '' }))
    await eventually('the other one has it', () => household.keepersOf(leaf).join() === 'b')
  })

  it('come and go as they like: at every rest each has its own, as one alone would have it', async () => {
    await plantAll()
    const alone = suite.start({ mode: 'compute' })
    const who = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 })
    const step = fc.record({
      live: who,
      rests: fc.boolean(),
      root: fc.constantFrom(...roots),
      healthy: fc.boolean(),
    })
    const statusOf = (object: KubeObject | undefined): unknown => withoutTimes(object?.status)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (turns) => {
        for (const { live, rests, root, healthy } of turns) {
          await household.live(...live)
          await suite.cluster.replaceSpec(leafObject(`${root}-1`, { root, healthy }))
          if (rests) await shared()
        }
        await shared()
        await eventually('all say what one alone would say', async () => {
          for (const ref of roots.flatMap(refsOf)) {
            const wanted = statusOf(alone.engine.object(ref))
            const [keeper = ''] = household.keepersOf(ref)
            const kept = statusOf(household.controller(keeper).engine.object(ref))
            const stored = statusOf(await suite.cluster.read(ref.kind, ref.name))
            if (JSON.stringify([kept, stored]) !== JSON.stringify([wanted, wanted])) return false
          }
          return true
        })
      }),
      { numRuns: 8 },
    )
  })
})

/** A status without the moments at which it changed, which depend on who looked when. */
const withoutTimes = (status: unknown): unknown =>
  JSON.parse(JSON.stringify(status ?? {}, (key, value) => (key === 'lastTransitionTime' ? undefined : value)))
