import { type ConditionRules, keep, otherwise, type Rule, report } from '@sitrep/conditions'
import { sourcesOf, strayNodes, sumUp } from '../facts/health.ts'
import { type HealthFacts, podConditions } from '../facts/machines.ts'
import { type GateFacts, nodesError } from '../facts/pass.ts'
import { type GateTexts, gateRows, unlistedNodes } from './gate.ts'

const words = {
  reasons: ['NotHealthy', 'HealthUnknown', 'Healthy'],
  message: 'what is wrong, by Machines that say the same',
}

/** How one of the two languages sums up. */
export interface HealthLanguage extends GateTexts {
  /** Rows that come before all others. */
  readonly first?: readonly Rule<HealthFacts>[]
  /** Whether the sum takes silence for agreement and the unknown for good, as upstream's does. */
  readonly lenient: boolean
}

const noNodes = (f: GateFacts): string =>
  `Failed to get Nodes hosting control plane components: ${nodesError(f)}`

const podTypes = ({ pass }: HealthFacts): readonly string[] => podConditions(pass.spec)

const componentsSummed = (lenient: boolean) => (f: HealthFacts) =>
  sumUp(f.judged, { types: podTypes(f), errors: strayNodes(f), what: 'control plane', lenient })

const etcdSummed =
  (lenient: boolean) =>
  ({ judged, pass }: HealthFacts) =>
    sumUp(judged, {
      types: ['EtcdMemberHealthy'],
      errors: pass.match.strangers,
      what: 'etcd member',
      lenient,
    })

/** Whether all components of all Machines are well. */
export const componentsHealthyRules = ({
  first = [],
  lenient,
  ...texts
}: HealthLanguage): ConditionRules<HealthFacts> => ({
  type: 'ControlPlaneComponentsHealthy',
  rows: [
    ...first,
    ...gateRows('ControlPlaneComponentsHealthy', texts),
    unlistedNodes(noNodes),
    [
      'otherwise',
      otherwise,
      report(componentsSummed(lenient), words),
      (f) => sourcesOf(f.judged, podTypes(f)),
    ],
  ],
})

/** Whether all members of etcd are well. An etcd that runs elsewhere is spoken of by whoever runs it. */
export const etcdHealthyRules = ({
  first = [],
  lenient,
  ...texts
}: HealthLanguage): ConditionRules<HealthFacts> => ({
  type: 'EtcdClusterHealthy',
  rows: [
    ...first,
    ...gateRows('EtcdClusterHealthy', texts),
    ['etcd runs elsewhere', (f) => !f.pass.spec.etcdManaged, keep],
    unlistedNodes('Failed to get Nodes hosting the etcd cluster'),
    [
      'otherwise',
      otherwise,
      report(etcdSummed(lenient), words),
      (f) => sourcesOf(f.judged, ['EtcdMemberHealthy']),
    ],
  ],
})
