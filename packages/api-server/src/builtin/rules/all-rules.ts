import type { StructRule } from '../validation/struct-rules.ts'
import { containerStructRules } from './container-rules.ts'
import { jobStructRules } from './job-rules.ts'
import { podStructRules } from './pod-rules.ts'
import { schedulingStructRules } from './scheduling-rules.ts'
import { serviceStructRules } from './service-rules.ts'
import { volumeStructRules } from './volume-rules.ts'
import { workloadStructRules } from './workload-rules.ts'

/** All rules about built-in structs, by name of the struct. */
export const structRules: ReadonlyMap<string, readonly StructRule[]> = new Map(
  [
    podStructRules,
    containerStructRules,
    volumeStructRules,
    schedulingStructRules,
    workloadStructRules,
    jobStructRules,
    serviceStructRules,
  ].flatMap((table) => Object.entries(table)),
)
