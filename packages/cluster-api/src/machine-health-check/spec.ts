import { at, type KubeObject, list, number, text } from '@sitrep/status'
import { type LabelSelector, parseSelector } from '../machines-of/selector.ts'
import { type ContractRef, contractRef } from '../model/references.ts'
import { parseDuration } from '../time/duration.ts'

/** A condition that must not have this status for longer than this. */
export interface UnhealthyCondition {
  readonly type: string
  readonly status: string
  readonly seconds: number
}

/** What a health check looks at, and when it lets Machines be replaced. */
export interface HealthCheckSpec {
  readonly clusterName: string
  readonly selector: LabelSelector
  /** How long a Machine may be without a Node; zero is forever. */
  readonly nodeStartupSeconds: number
  readonly machineConditions: readonly UnhealthyCondition[]
  readonly nodeConditions: readonly UnhealthyCondition[]
  /** A number or a share of the Machines, as it is written. */
  readonly maxUnhealthy: string
  /** `[from-to]`; comes before `maxUnhealthy` where it is there. */
  readonly unhealthyRange: string | undefined
  /** Somebody else replaces the Machines, from this template. */
  readonly template: ContractRef | undefined
}

const defaultStartupSeconds = 600

/** Reads the spec of a MachineHealthCheck in either layout, whatever is there. */
export function healthCheckSpec({ spec }: KubeObject): HealthCheckSpec {
  const checks = at(spec, 'checks')
  const trigger = at(spec, 'remediation', 'triggerIf')
  const startup = text(at(spec, 'nodeStartupTimeout'))
  return {
    clusterName: text(at(spec, 'clusterName')) ?? '',
    selector: parseSelector(at(spec, 'selector')),
    nodeStartupSeconds:
      number(at(checks, 'nodeStartupTimeoutSeconds')) ??
      (startup === undefined ? defaultStartupSeconds : parseDuration(startup)),
    machineConditions: list(
      at(checks, 'unhealthyMachineConditions') ?? at(spec, 'unhealthyMachineConditions'),
    ).map(unhealthy),
    nodeConditions: list(at(checks, 'unhealthyNodeConditions') ?? at(spec, 'unhealthyConditions')).map(
      unhealthy,
    ),
    maxUnhealthy: String(at(trigger, 'unhealthyLessThanOrEqualTo') ?? at(spec, 'maxUnhealthy') ?? '100%'),
    unhealthyRange: text(at(trigger, 'unhealthyInRange')) ?? text(at(spec, 'unhealthyRange')),
    template: contractRef(at(spec, 'remediation', 'templateRef') ?? at(spec, 'remediationTemplate')),
  }
}

function unhealthy(condition: unknown): UnhealthyCondition {
  return {
    type: text(at(condition, 'type')) ?? '',
    status: text(at(condition, 'status')) ?? '',
    seconds: number(at(condition, 'timeoutSeconds')) ?? parseDuration(text(at(condition, 'timeout')) ?? ''),
  }
}
