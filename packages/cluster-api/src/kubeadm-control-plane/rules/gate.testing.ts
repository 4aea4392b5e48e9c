import type { Condition } from '@sitrep/conditions'
import type { TableCase } from '@sitrep/conditions/testing'
import { unreadable } from '@sitrep/status'
import type { Gate, GateFacts, PassFacts } from '../facts/pass.ts'
import { pass, said } from '../testing.ts'

/** How a language speaks of a workload cluster that cannot be looked into. */
export interface GateWords {
  readonly lost: string
  /** Of what was never looked at; released says nothing then. */
  readonly unseen?: string
}

export const words: Readonly<Record<'released' | 'proposal', GateWords>> = {
  released: { lost: 'Last successful probe at 2026-01-01T11:59:55Z' },
  proposal: {
    lost: 'The connection to the workload cluster is lost',
    unseen: 'Nobody has looked at the workload cluster yet',
  },
}

const at = (gate: Gate, conditions?: readonly Condition[]): { readonly pass: PassFacts } => ({
  pass: pass({ gate, ...(conditions !== undefined && { observed: said(...conditions) }) }),
})

/** The workload cluster answers, but nobody may list its Nodes. */
export const nodesForbidden: PassFacts = pass({
  gate: 'no-nodes',
  members: { members: 'unclear' },
  match: { matching: false, strangers: [] },
  observed: { nodes: unreadable('nodes is forbidden') },
})

/** The lines of every table that rests on the workload cluster, about its first rows. */
// biome-ignore format: the table is the specification; its columns stay aligned
export function gateLines({ lost, unseen }: GateWords): readonly TableCase<GateFacts>[] {
  const [never, unsaid] = unseen === undefined
    ? ['keep', 'nothing is said of what was never looked at'] as const
    : ['Unknown InspectionFailed', 'never looked at is not well'] as const
  return [
    ['the pass ended before',               at('not-reached'),       'keep',                     'what was said stands'],
    ['the pass ended before, unsaid',       at('not-reached', []),   never,                      unsaid,                                   unseen ?? ''],
    ['no infrastructure yet',               at('no-infrastructure'), 'Unknown InspectionFailed', 'there is nothing to look into',          'Waiting for Cluster status.infrastructureReady to be true'],
    ['no endpoint yet',                     at('no-endpoint'),       'Unknown InspectionFailed', 'nobody knows where to look',             'Waiting for Cluster spec.controlPlaneEndpoint to be set'],
    ['not initialized yet',                 at('uninitialized'),     'Unknown InspectionFailed', 'nobody could answer yet',                'Waiting for Cluster control plane to be initialized'],
    ['just started, unsaid',                at('unproven', []),      'Unknown ConnectionDown',   'too few attempts, and nothing to keep',  'Remote connection not established yet'],
    ['just started',                        at('unproven'),          'keep',                     'a restart must not flip it'],
    ['lost for longer than the grace period', at('lost'),            'Unknown ConnectionDown',   'what was said no longer stands',         lost],
    ['interrupted, unsaid',                 at('interrupted', []),   'Unknown ConnectionDown',   'there is nothing to keep',               lost],
    ['interrupted',                         at('interrupted'),       'keep',                     'the grace period is not over'],
    ['no client for etcd',                  at('no-client'),         'Unknown InspectionFailed', 'somebody has to look at the log',        'Please check controller logs for errors'],
  ]
}
