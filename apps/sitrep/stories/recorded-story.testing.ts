import {
  type ClusterStory,
  clusterStoryOn,
  openTestFleet,
  type TestFleetOptions,
} from '@sitrep/simulator/testing'
import { type CountedConnection, countWrites } from './counted-writes.testing.ts'
import { recordStatuses, type StatusRecord } from './status-record.testing.ts'

/** A cluster's story of which every status write is on record, on both ends: as it was sent, and as everybody saw it. */
export interface RecordedStory extends ClusterStory {
  readonly record: StatusRecord
  readonly sent: CountedConnection
  /** How often the engine had something to say, per object. */
  readonly computed: () => number
  /** Ends the controller and starts another one in its place. */
  readonly restartController: () => Promise<void>
}

/** Opens a fleet with a recorder that is there before the first object is. */
export async function openRecordedStory(
  options: Omit<TestFleetOptions, 'controller'> = {},
): Promise<RecordedStory> {
  const fleet = await openTestFleet({ ...options, controller: 'none' })
  const sent = countWrites(fleet.connection)
  let computed = 0
  const choice = {
    connection: sent.connection,
    onChanges: (changes: readonly unknown[]) => {
      computed += changes.length
    },
  }
  fleet.startController(choice)
  const record = recordStatuses(fleet)
  const story = clusterStoryOn(fleet)
  return {
    ...story,
    record,
    sent,
    computed: () => computed,
    restartController: () => fleet.restartController(choice),
    close: async () => {
      await record.stop()
      await story.close()
    },
  }
}
