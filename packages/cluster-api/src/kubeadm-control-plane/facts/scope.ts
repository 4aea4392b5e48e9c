import { groupOf, parseVersion, type Version } from '@sitrep/status'
import { kubeadmControlPlaneKind } from '../../kinds.ts'
import type { ClusterOfControlPlane, ControlPlaneObserved, MachineObserved } from '../types.ts'
import { isCloned } from './reasons-to-replace.ts'

/** The Machines that a pass is about, or that it cannot take place. */
export type Scope =
  | {
      readonly starts: true
      readonly machines: readonly MachineObserved[]
      /** Whether the Machines could be looked at; without them nothing can be counted. */
      readonly listed: boolean
      readonly version: Version
    }
  | { readonly starts: false; readonly why: string }

const anyVersion: Version = { major: '0', minor: '0', patch: '0', prerelease: [], build: [] }

const stop = (why: string): Scope => ({ starts: false, why })

/** Whether everything that upstream wants to know before its first step is known. */
export function scopeReleased(observed: ControlPlaneObserved, cluster: ClusterOfControlPlane): Scope {
  const parsed = parseVersion(observed.controlPlane.spec.version)
  const version = parsed.valid ? parsed.version : anyVersion
  if (!cluster.infrastructureProvisioned || !cluster.hasEndpoint)
    return { starts: true, machines: [], listed: true, version }
  if (!observed.machines.read) return stop('the Machines cannot be listed')
  const { deleting } = observed.controlPlane
  const all = observed.machines.items
  if (!deleting && all.some(isOrphan)) return stop('Machines are to be adopted first')
  const machines = all.filter((machine) => isOwned(machine, observed))
  if (!deleting && machines.length !== all.length) return stop('another object controls some of the Machines')
  if (machines.some(({ infrastructure, config }) => !infrastructure.read || config?.read === false)) {
    return stop('the infrastructure or bootstrap object of a Machine cannot be read')
  }
  if (!parsed.valid && machines.some(({ config }) => config?.read === true && config.item !== undefined)) {
    return stop('spec.version is no version')
  }
  const cloned = machines.some(isCloned) && !isTemplateKnown(observed)
  return cloned
    ? stop('the template of the Machines is gone')
    : { starts: true, machines, listed: true, version }
}

/** A control plane is looked at whatever is missing: what cannot be told is told as Unknown. */
export function scopeProposal(observed: ControlPlaneObserved): Scope {
  const parsed = parseVersion(observed.controlPlane.spec.version)
  const listed = observed.machines.read
  const machines = observed.machines.read
    ? observed.machines.items.filter((machine) => isOwned(machine, observed))
    : []
  return { starts: true, machines, listed, version: parsed.valid ? parsed.version : anyVersion }
}

const controllerOf = ({ seen }: MachineObserved) => seen.owners.find(({ controller }) => controller === true)

const isOrphan = (machine: MachineObserved): boolean => controllerOf(machine) === undefined

function isOwned(machine: MachineObserved, { controlPlane }: ControlPlaneObserved): boolean {
  const owner = controllerOf(machine)
  if (owner === undefined || owner.uid !== controlPlane.uid) return false
  return (
    owner.kind === kubeadmControlPlaneKind.kind &&
    groupOf(owner.apiVersion ?? '') === kubeadmControlPlaneKind.group
  )
}

// A template that is gone does not matter any more to a control plane that goes as well.
function isTemplateKnown({ template, controlPlane }: ControlPlaneObserved): boolean {
  if (template === undefined) return true
  return template.read && (template.item !== undefined || controlPlane.deleting)
}
