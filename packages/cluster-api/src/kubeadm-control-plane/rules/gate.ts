import { keep, type Rule, type Text, Unknown } from '@sitrep/conditions'
import { lookAtLogs } from '../../machines-of/facts.ts'
import { type Gate, type GateFacts, isUnsaid } from '../facts/pass.ts'

/** What the two languages say differently. */
export interface GateTexts {
  /** The connection was lost for longer than the grace period. */
  readonly lost: Text<GateFacts>
  /** Said of what was never looked at; without it nothing is said. */
  readonly unseen?: Text<GateFacts>
}

const at =
  (gate: Gate) =>
  ({ pass }: GateFacts): boolean =>
    pass.gate === gate

/**
 * The first rows of everything that rests on the workload cluster. `type` is the condition of the control plane that sums it up:
 * where that was never said, its parts are said anew too.
 */
// biome-ignore format: the table is the specification; its columns stay aligned
export function gateRows(type: string, { lost, unseen }: GateTexts): readonly Rule<GateFacts>[] {
  const unsaid = ({ pass }: GateFacts): boolean => isUnsaid(pass, type)
  const first: readonly Rule<GateFacts>[] =
    unseen === undefined
      ? []
      : [['the pass ended before this could be looked at, and nothing was said before', (f) => at('not-reached')(f) && unsaid(f), Unknown('InspectionFailed', unseen)]]
  return [
    ...first,
    ['the pass ended before this could be looked at',                     at('not-reached'),                              keep],
    ['the infrastructure of the Cluster is not there yet',                at('no-infrastructure'),                        Unknown('InspectionFailed', 'Waiting for Cluster status.infrastructureReady to be true')],
    ['the Cluster has no endpoint yet',                                   at('no-endpoint'),                              Unknown('InspectionFailed', 'Waiting for Cluster spec.controlPlaneEndpoint to be set')],
    ['the control plane is not initialized yet',                          at('uninitialized'),                            Unknown('InspectionFailed', 'Waiting for Cluster control plane to be initialized')],
    ['not tried often enough to connect, and nothing was said before',    (f) => at('unproven')(f) && unsaid(f),          Unknown('ConnectionDown', 'Remote connection not established yet')],
    ['not tried often enough to connect',                                 at('unproven'),                                 keep],
    ['the connection was lost for longer than the grace period',          at('lost'),                                     Unknown('ConnectionDown', lost)],
    ['the connection is interrupted, and nothing was said before',        (f) => at('interrupted')(f) && unsaid(f),       Unknown('ConnectionDown', lost)],
    ['the connection is interrupted',                                     at('interrupted'),                              keep],
    ['nobody can talk to etcd, for its certificate authority is missing', at('no-client'),                                Unknown('InspectionFailed', lookAtLogs)],
  ]
}

/** The row behind the gate: the workload cluster answers, but not to this question. */
export const unlistedNodes = (text: Text<GateFacts>): Rule<GateFacts> => [
  'the Nodes cannot be listed',
  at('no-nodes'),
  Unknown('InspectionFailed', text),
]
