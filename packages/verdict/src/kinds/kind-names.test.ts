import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { endsByItself, isConfiguration, isSchedule } from './kind-names.ts'

type Case = readonly [kind: string, is: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['PipelineRun',               'ends',          'a run comes to its end'],
  ['Backup',                    'ends',          'a backup is made once'],
  ['CronJob',                   'schedule',      'it starts jobs and ends with none of them'],
  ['BackupSchedule',            'schedule',      'the word may stand at the end'],
  ['ClusterScheduledBackup',    'schedule',      'the word may stand in the middle'],
  ['RecurringJob',              'schedule',      'recurring says the same'],
  ['Scheduler',                 '',              'whoever schedules is no schedule'],
  ['ScaledJob',                 '',              'it scales jobs'],
  ['WidgetConfig',              'configuration', 'it holds settings'],
  ['ResourceUsage',             'configuration', 'it says that something is used'],
  ['WidgetSettings',            '',              'settings are often applied by somebody who reports'],
  ['Config',                    '',              'what is called nothing else is mostly the one of an operator, which reports'],
  ['Configurator',              '',              'only the end of the name tells'],
]

describe('what the name of a kind tells', () => {
  for (const [kind, is, because] of cases) {
    it(`${kind}: ${is || 'nothing'}, because ${because}`, () => {
      const found = [
        endsByItself(kind) && 'ends',
        isSchedule(kind) && 'schedule',
        isConfiguration(kind) && 'configuration',
      ]
      assert.equal(found.filter((each) => each !== false).join(), is)
    })
  }
})
