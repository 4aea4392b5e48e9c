import { longerThan } from '../../time/longer-than.ts'
import type { MachineFacts } from '../facts.ts'
import { templateDifferences } from '../template-fields.ts'

/**
 * Why a rollout would replace the Machine, a sentence each. What its MachineSet says counts as what it is, so that this agrees
 * with what the MachineDeployment goes by.
 */
export function reasonsToReplace({ observed: { owner }, clock }: MachineFacts): readonly string[] {
  if (owner.owner !== 'deployment' || !owner.deployment.read || owner.deployment.item === undefined) return []
  const { template, rolloutAfter } = owner.deployment.item
  const differences = templateDifferences(owner.set.template, template)
  const { createdAt } = owner.set
  const expired =
    rolloutAfter !== undefined &&
    longerThan(clock, rolloutAfter, 0) &&
    (createdAt === undefined || Date.parse(createdAt) < Date.parse(rolloutAfter))
  return expired ? [...differences, 'MachineDeployment spec.rolloutAfter expired'] : differences
}

export const bullets = (lines: readonly string[]): string => lines.map((line) => `* ${line}`).join('\n')

export const hasOtherKubelet = ({ kubeletVersion, machine }: MachineFacts): boolean =>
  kubeletVersion !== '' && kubeletVersion !== machine.spec.version

export const kubeletText = ({ kubeletVersion, machine }: MachineFacts): string =>
  `* Node.status.nodeInfo.kubeletVersion ${kubeletVersion}, ${machine.spec.version} required`
