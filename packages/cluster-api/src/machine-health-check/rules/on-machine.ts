import { type ConditionRules, False, keep, oneOf, otherwise, True } from '@sitrep/conditions'
import type { Finding } from '../checks.ts'
import type { Target } from '../types.ts'

/** What is asked about one Machine once it was looked at. */
export interface MachineFacts {
  readonly target: Target
  readonly finding: Finding
  /** It failed, and its health check lets it be replaced. */
  readonly toBeReplaced: boolean
  readonly templateMissing: boolean
  readonly templateName: string
}

const failure = ({ finding }: MachineFacts): Extract<Finding, { health: 'failed' }> | undefined =>
  finding.health === 'failed' ? finding : undefined

const failureReasons = [
  'HasRemediateAnnotation',
  'UnhealthyMachine',
  'NodeDeleted',
  'NodeStartupTimeout',
  'UnhealthyNode',
] as const

type FailureReason = (typeof failureReasons)[number]

// biome-ignore format: the table is the specification; its columns stay aligned
export const healthCheckSucceeded: ConditionRules<MachineFacts> = {
  type: 'HealthCheckSucceeded',
  rows: [
    ['a check failed for longer than it may',      (f) => failure(f) !== undefined,           False(oneOf(failureReasons, (f: MachineFacts) => failure(f)?.reason as FailureReason), (f) => failure(f)?.message ?? '')],
    ['the Machine and its Node are well',          (f) => f.finding.health === 'good',        True('HealthCheckSucceeded')],
    ['it cannot be judged yet, or may still pass', otherwise,                                 keep],
  ],
}

// A remediation that ended well may be followed by another; one that is under way is the owner's.
const isUntold = ({ target: { ownerRemediated } }: MachineFacts): boolean =>
  ownerRemediated === undefined || ownerRemediated === 'True'

/** Whoever owns the Machine is told once; how it goes on is the owner's to say. */
// biome-ignore format: the table is the specification; its columns stay aligned
export const ownerRemediated: ConditionRules<MachineFacts> = {
  type: 'OwnerRemediated',
  rows: [
    ['it is to be replaced, and its owner has not been told', (f) => f.toBeReplaced && !f.target.seen.deleting && isUntold(f), False('WaitingForRemediation', 'Waiting for remediation')],
    ['otherwise',                                             otherwise,                                                      keep],
  ],
}

const requested = ({ target: { request } }: MachineFacts): boolean =>
  request?.read === true && request.item !== undefined

/** The same where somebody else replaces Machines, by a request made from a template. */
// biome-ignore format: the table is the specification; its columns stay aligned
export const externallyRemediated: ConditionRules<MachineFacts> = {
  type: 'ExternallyRemediated',
  rows: [
    ['it is not to be replaced',        (f) => !f.toBeReplaced,     keep],
    ['the request has been made',       requested,                  keep],
    ['there is no template for one',    (f) => f.templateMissing,   False('RemediationTemplateNotFound', (f) => `Error retrieving remediation template ${f.templateName}`)],
    ['otherwise',                       otherwise,                  False('WaitingForRemediation')],
  ],
}

/** The document's name for it, and its own meaning: the request is there. */
// biome-ignore format: the table is the specification; its columns stay aligned
export const externalRequestAvailable: ConditionRules<MachineFacts> = {
  type: 'ExternalRemediationRequestAvailable',
  rows: [
    ['it is not to be replaced',        (f) => !f.toBeReplaced,     keep],
    ['the request has been made',       requested,                  True('RequestAvailable')],
    ['there is no template for one',    (f) => f.templateMissing,   False('RemediationTemplateNotFound', (f) => `${f.templateName} does not exist`)],
    ['otherwise',                       otherwise,                  False('WaitingForRemediation', 'Waiting for the remediation request')],
  ],
}
