import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Timing } from '@sitrep/controller'
import type { Connection } from '@sitrep/controller/connection'
import type { Conversion, Family } from '@sitrep/status'
import { CommandError } from '../command.ts'
import { convertingIn, openReviewer } from './conversions.ts'

/** A family that converts objects of one kind and says who answered. */
const converting = (name: string, kind: string): Family => {
  const conversion: Conversion = {
    stages: [`${name}-v1`],
    hasStages: (object) => object.kind === kind,
    convert: (object) => ({ object }),
    reviewer:
      ({ profile }) =>
      () =>
        `${name} in ${profile}`,
  }
  const parts = async () => ({ catalog: () => ({ definitions: [] }), conversion })
  return { name, title: name, profiles: ['released'], kinds: [], parts }
}
const silent: Family = {
  ...converting('silent', ''),
  parts: async () => ({ catalog: () => ({ definitions: [] }) }),
}
const doors = converting('doors', 'Door')
const windows = converting('windows', 'Window')
// Nothing is followed for conversions that need no versions.
const options = { connection: {} as Connection, timing: {} as Timing }
const review = (kind: string): unknown => ({ request: { objects: [{ apiVersion: 'a/v1', kind }] } })

describe('Conversions of several families', () => {
  it('are those that have stages', async () => {
    assert.deepEqual(
      (await convertingIn([silent, doors])).map(({ family }) => family.name),
      ['doors'],
    )
  })

  type Case = [name: string, given: unknown, says: string, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['a Window',       review('Window'),  'windows in proposal', 'that family has stages for it'],
    ['a Door',         review('Door'),    'doors in released',   'that family has stages for it'],
    ['a Roof',         review('Roof'),    'doors in released',   'somebody has to say that there is no way'],
    ['no review',      undefined,         'doors in released',   'whatever is sent is answered'],
    ['no objects',     { request: null }, 'doors in released',   'whatever is sent is answered'],
  ]
  for (const [name, given, says, because] of cases)
    it(`${name} is answered by ${says}, because ${because}`, async () => {
      const spoken = [
        { family: doors, profile: 'released' as const },
        { family: windows, profile: 'proposal' as const },
      ]
      const reviewer = await openReviewer(spoken, options)
      assert.equal(reviewer.review(given), says)
      await reviewer.stop()
    })

  it('are refused where no family has any', async () => {
    const opened = openReviewer([{ family: silent, profile: 'released' }], options)
    await assert.rejects(opened, (error: unknown) => error instanceof CommandError && error.exitCode === 2)
  })
})
