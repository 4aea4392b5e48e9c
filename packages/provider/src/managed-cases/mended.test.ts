import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Outcome } from './case.testing.ts'
import { playCase, storedCases } from './run-case.testing.ts'

const matched = ['UpToDate', 'True', 'ObserveMatched', '', 2, true]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: [id: string, row: string, comes: { readonly [key in keyof Outcome]?: Outcome[key] | undefined }, because: string][] = [
  ['X-000150', '30',  { conditions: [['Ready', 'True', 'Available', '', 2, true], ['Synced', 'True', 'ReconcileSuccess', '', 2, true], matched] }, 'what the provider said is not lost when the finalizer is written'],
  ['X-000138', '30',  { conditions: [['Ready', 'False', 'Unavailable', 'disk full', 2, true], ['Synced', 'True', 'ReconcileSuccess', '', 3, true], ['UpToDate', 'True', 'ObserveMatched', '', 3, true]], at: 'v2', late: 'eu-1' }, 'nor when fields are filled in; it was said of the generation before'],
  ['X-000140', '30',  { generation: undefined, late: undefined },                                        'what may not be filled in is not stored by another write either'],
  ['X-000115', '26',  { do: ['connect', 'observe', 'publish', 'create-pending', 'create', 'create-succeeded!error', 'status', 'disconnect'] }, 'a write that was called off is not taken for done'],
  ['X-000132', '30',  { do: ['connect', 'observe', 'publish endpoint', 'secret-patch!500', 'secret-patch', 'status', 'disconnect'], secret: { endpoint: 'e1' } }, 'what is wanted is not forgotten between two tries'],
  ['X-000164', '29a', { do: ['connect', 'observe', 'publish', 'status', 'disconnect'], result: { after: 60 } }, 'what is not there is not updated'],
  ['X-000167', '34',  { result: 'requeue' },                                                             'an update is looked after at once'],
  ['X-000169', '34',  { conditions: [['Ready', 'False', 'Updating', 'restarting', 2, true], ['Synced', 'True', 'ReconcileSuccess', '', 2, false], ['LastAsyncOperation', 'False', 'Running', 'step 1', 2, true], ['UpToDate', 'False', 'UpdateRequested', '', 2, true]] }, 'the reason is overruled, the message stays'],
  ['X-000161', '32',  { conditions: [['Ready', 'False', 'Updating', '', 1, true], ['Synced', 'False', 'ReconcileError', 'update failed: cannot track usage: Operation cannot be fulfilled on usages.example.org "u1": the object has been modified', 1, true], ['UpToDate', 'False', 'UpdateFailed', '', 1, true]] }, 'a failed update is not ready, whatever the provider says'],
]

describe('the same situations in the language of the document', () => {
  const stored = new Map(storedCases().map((given) => [given.id, given]))
  for (const [id, row, comes, because] of cases) {
    it(`${id} (${stored.get(id)?.n}) ends in row ${row}, because ${because}`, async () => {
      const given = stored.get(id) ?? assert.fail(`no case ${id}`)
      const { outcome, row: ended } = await playCase(given.in, 'proposal')
      assert.equal(ended, row)
      for (const [key, value] of Object.entries(comes))
        assert.deepEqual(outcome[key as keyof Outcome], value, key)
    })
  }
})
