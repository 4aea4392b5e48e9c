import { describeTable, type TableCase } from '@sitrep/conditions/testing'
import { type PausedFacts, pausedRules, pausedWithoutClusterRules } from './paused.ts'

const steady: PausedFacts = { kind: 'MachineSet', clusterPaused: false, annotated: false }

const byCluster = 'Cluster spec.paused is set to true'
const byItself = 'MachineSet has the cluster.x-k8s.io/paused annotation'

// biome-ignore format: the table is the specification; its columns stay aligned
const lines: readonly TableCase<PausedFacts>[] = [
  ['steady',            {},                                       'False NotPaused', 'nobody asked for it',   ''],
  ['the Cluster is',    { clusterPaused: true },                  'True Paused',     'it says so for all',    byCluster],
  ['the object is',     { annotated: true },                      'True Paused',     'its annotation counts', byItself],
  ['both are',          { clusterPaused: true, annotated: true }, 'True Paused',     'both are told',         `${byCluster}, ${byItself}`],
]

describeTable('what needs its Cluster:', { rules: pausedRules, steady }, lines)

// biome-ignore format: the table is the specification; its columns stay aligned
describeTable('what is judged without its Cluster too:', { rules: pausedWithoutClusterRules, steady }, [
  ...lines,
  ['the Cluster cannot be read', { clusterUnread: true },                  'Unknown InternalError', '"cannot look" is not "not paused"', 'The Cluster cannot be read, see the log for the error'],
  ['the same, the object is',    { clusterUnread: true, annotated: true }, 'True Paused',           'its own word is enough',            byItself],
])
