import type { Rule } from '@sitrep/conditions'
import { machinesReadyRows as rows } from '../machines-of/machines-ready.ts'
import { notSeen, type ReplicaFacts } from './facts.ts'

/** The document's MachinesReady: what is wrong with the Machines, if anything is. */
export const machinesReadyRows: readonly Rule<ReplicaFacts>[] = [notSeen, ...rows]
