import { longerThan } from '../../time/longer-than.ts'
import type { TemplateFields, TemplateRef } from '../types.ts'
import type { MachineFacts } from './facts.ts'

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

/** Whether the kubelet is known not to be of the version that is wanted. */
export const hasOtherKubelet = ({ kubeletVersion, machine }: MachineFacts): boolean =>
  kubeletVersion !== '' && kubeletVersion !== machine.spec.version

/** A line each, as the messages of conditions have them. */
export const bullets = (lines: readonly string[]): string => lines.map((line) => `* ${line}`).join('\n')

/** What the kubelet is and what it should be. */
export const kubeletText = ({ kubeletVersion, machine }: MachineFacts): string =>
  `* Node.status.nodeInfo.kubeletVersion ${kubeletVersion}, ${machine.spec.version} required`

const sameRef = (a: TemplateRef, b: TemplateRef): boolean =>
  a.group === b.group && a.kind === b.kind && a.name === b.name

const isSet = ({ group, kind, name }: TemplateRef): boolean => group !== '' || kind !== '' || name !== ''

const withoutSuffix = (kind: string): string => kind.replace(/Template$/, '')

/** In what a template differs from the one that is wanted, a sentence each; empty when a rollout would change nothing. */
export function templateDifferences(current: TemplateFields, wanted: TemplateFields): readonly string[] {
  const differences: string[] = []
  if (current.version !== wanted.version) {
    differences.push(`Version ${current.version}, ${wanted.version} required`)
  }
  if (!sameRef(current.bootstrap, wanted.bootstrap) || current.dataSecretName !== wanted.dataSecretName) {
    differences.push(bootstrapDifference(current, wanted))
  }
  if (!sameRef(current.infrastructure, wanted.infrastructure)) {
    differences.push(`${withoutSuffix(current.infrastructure.kind)} is not up-to-date`)
  }
  if (current.failureDomain !== wanted.failureDomain) {
    differences.push(`Failure domain ${current.failureDomain}, ${wanted.failureDomain} required`)
  }
  return differences
}

function bootstrapDifference(current: TemplateFields, wanted: TemplateFields): string {
  if (isSet(current.bootstrap)) return `${withoutSuffix(current.bootstrap.kind)} is not up-to-date`
  return `spec.bootstrap.dataSecretName ${current.dataSecretName ?? 'nil'}, ${wanted.dataSecretName ?? 'nil'} required`
}
