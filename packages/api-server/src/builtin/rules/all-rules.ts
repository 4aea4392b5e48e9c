import type { StructRule } from '../validation/struct-rules.ts'
import { accessStructRules } from './access-rules.ts'
import { admissionStructRules } from './admission-rules.ts'
import { containerStructRules } from './container-rules.ts'
import { jobStructRules } from './job-rules.ts'
import { networkStructRules } from './network-rules.ts'
import { podStructRules } from './pod-rules.ts'
import { policyStructRules } from './policy-rules.ts'
import { schedulingStructRules } from './scheduling-rules.ts'
import { serviceStructRules } from './service-rules.ts'
import { storageStructRules } from './storage-rules.ts'
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
    networkStructRules,
    accessStructRules,
    storageStructRules,
    policyStructRules,
    admissionStructRules,
  ].flatMap((table) => Object.entries(table)),
)
