import { parseVersion } from '@sitrep/status'
import { annotations, bootstrapGroup } from '../../kinds.ts'
import type { ContractRef } from '../../model/references.ts'
import { contracts, crdName } from '../../provider-object/contract.ts'
import type { TemplateSeen } from '../../scaling/template.ts'
import type { ControlPlaneVersions, MachineSetObserved } from '../types.ts'
import { isOwnerless } from './facts.ts'
import { failures, type PreflightFacts, preflightChecks, stabilityFault } from './preflight-checks.ts'

/** Why no Machine may be created now: checks that failed, or why they could not be made. */
export interface Preflight {
  readonly problems: readonly string[]
  /** The checks could not be made, which is an error and not an answer. */
  readonly unable: boolean
}

const clear: Preflight = { problems: [], unable: false }

const unable = (why: string): Preflight => ({ problems: [why], unable: true })

/** Makes the checks before Machines are created. Nothing is checked where none are missing. */
export function preflight(observed: MachineSetObserved): Preflight {
  if (!isCreating(observed)) return clear
  const { bootstrap } = observed.templates
  if (observed.skippedChecks === '' && bootstrap !== undefined && bootstrap.state !== 'found') {
    const why = lookFailure(observed, bootstrap, `failed to get apiVersion for kind ${bootstrap.ref.kind}`)
    return unable(`failed to read ${annotations.skipPreflightChecks} annotation: ${why}`)
  }
  const skipped = (observed.skippedChecks || (bootstrap?.skippedChecks ?? ''))
    .split(',')
    .map((name) => name.trim())
  const { cluster } = observed
  if (skipped.includes('All') || cluster === undefined || cluster.controlPlane.ref === undefined) return clear
  const { ref, versions } = cluster.controlPlane
  if (!versions.read || versions.item === undefined) {
    const state = versions.read ? 'missing' : 'unreadable'
    const name = `${observed.namespace}/${ref.name}`
    const why = lookFailure(observed, { ref, state }, 'failed to get object from ref')
    return unable(`${scaleUp} failed to get ControlPlane ${name}: ${why}`)
  }
  const seen = versions.item.object
  return seen.wanted === undefined ? clear : compare(observed, ref, { versions: seen, skipped })
}

const scaleUp = 'failed to perform "Scale up": failed to perform preflight checks:'

// A set that cannot list its Machines takes itself to have none, and looks whether it may create them.
function isCreating(observed: MachineSetObserved): boolean {
  const { machines, desired, deleting, creationDisabled, revision } = observed
  if (deleting || creationDisabled || isOwnerless(revision)) return false
  return (machines.read ? machines.items.length : 0) < (desired ?? 0)
}

/** The error that looking for an object gave, in upstream's words; they differ where its definition names no contract. */
function lookFailure(
  { namespace }: MachineSetObserved,
  { ref, state }: Pick<TemplateSeen, 'ref' | 'state'>,
  unreadable: string,
): string {
  const { group, kind, name } = ref
  if (state === 'missing') {
    return `failed to retrieve ${kind} ${namespace}/${name}: ${kind}.${group} "${name}" not found`
  }
  const known = contracts.map((contract) => JSON.stringify(contract)).join(' ')
  return `${unreadable}: cannot find any versions matching contract versions [${known}] for CRD ${crdName(ref)} as contract version label(s) are either missing or empty (see ${contractGuide})`
}

const contractGuide =
  'https://cluster-api.sigs.k8s.io/developer/providers/contracts/overview.html#api-version-labels'

interface Versions {
  readonly versions: ControlPlaneVersions
  readonly skipped: readonly string[]
}

function compare(observed: MachineSetObserved, ref: ContractRef, { versions, skipped }: Versions): Preflight {
  const { namespace, name, version: setVersion } = observed
  const [controlPlaneVersion, controlPlane] = [versions.wanted ?? '', `${namespace}/${ref.name}`]
  const why =
    versionFault(controlPlaneVersion, `ControlPlane ${controlPlane}`) ??
    (setVersion === '' ? undefined : versionFault(setVersion, `MachineSet ${namespace}/${name}`))
  if (why !== undefined) return unable(`${scaleUp} ${why}`)
  const facts: PreflightFacts = {
    controlPlane: `${ref.kind} ${controlPlane}`,
    controlPlaneVersion,
    versions,
    topology: observed.cluster?.topology,
    setVersion,
    kubeadm: isKubeadm(observed.templates.bootstrap),
  }
  const fault = skipped.includes('ControlPlaneIsStable') ? undefined : stabilityFault(facts)
  if (fault !== undefined) return unable(`${scaleUp} ${fault}`)
  const problems = preflightChecks.flatMap((check) => {
    const failure = skipped.includes(check) ? undefined : failures[check](facts)
    return failure === undefined ? [] : [`${failure} ("${check}" preflight check failed)`]
  })
  return { problems, unable: false }
}

function versionFault(text: string, of: string): string | undefined {
  const version = parseVersion(text)
  return version.valid
    ? undefined
    : `failed to parse version ${JSON.stringify(text)} of ${of}: ${version.why}`
}

const isKubeadm = (template: TemplateSeen | undefined): boolean =>
  template?.ref.kind === 'KubeadmConfigTemplate' && template.ref.group === bootstrapGroup
