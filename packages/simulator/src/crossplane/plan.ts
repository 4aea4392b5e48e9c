import { claimBinding, externalObservation, pipelineAnswer } from '@sitrep/crossplane'
import {
  at,
  type FactKind,
  factRef,
  type KubeObject,
  type ObjectRef,
  refOf,
  same,
  text,
} from '@sitrep/status'
import { type Action, actions, nothing, type Plan, together } from '../plan/action.ts'
import type { ObjectPlanner, PlanInput, Planner } from '../plan/input.ts'
import { annotate } from '../plan/metadata-patch.ts'
import { timer } from '../plan/timer.ts'
import {
  claimKind,
  claimLabels,
  compositeKind,
  externalAnnotation,
  managedKind,
  refusedAnnotation,
} from './kinds.ts'

/** What Crossplane and a provider do: composites for claims, managed resources for composites, something outside for those. */
export const planDatabases: Planner = (input) => {
  const { world } = input
  const facts = [externalObservation, pipelineAnswer, claimBinding].flatMap(({ kind }) => world.list(kind))
  return together([
    ...world.list(claimKind).map((claim) => planClaim(claim, input)),
    ...world.list(compositeKind).map((composite) => planComposite(composite, input)),
    ...world.list(managedKind).map((managed) => planManaged(managed, input)),
    ...facts
      .filter((fact) => claimOf(fact, input) === undefined)
      .map((fact) => actions({ act: 'tell', fact: { gone: refOf(fact) } })),
  ])
}

const planClaim: ObjectPlanner = (claim, input) => {
  const { name, namespace = '' } = claim.metadata
  const ref = { ...compositeKind, name: `${namespace}-${name}` }
  const composite = input.world.get(ref)
  const size = at(claim.spec, 'size')
  if (composite === undefined) return actions({ act: 'create', object: compositeFor(claim, ref) })
  if (at(claim.spec, 'resourceRef') === undefined)
    return actions(
      patchSpec(claim, {
        compositionRef: { name: 'databases' },
        resourceRef: { apiVersion: composite.apiVersion, kind: ref.kind, name: ref.name },
      }),
    )
  if (at(composite.spec, 'size') !== size) return actions(patchSpec(composite, { size }))
  return tell(claimBinding, { about: claim, status: {}, input })
}

const planComposite: ObjectPlanner = (composite, input) => {
  const ref = { ...managedKind, name: `${composite.metadata.name}-db` }
  if (claimOf(composite, input) === undefined) return actions({ act: 'delete', ref: refOf(composite) })
  const managed = input.world.get(ref)
  const size = at(composite.spec, 'size')
  if (managed === undefined) return actions({ act: 'create', object: managedFor(composite, ref) })
  if (at(managed.spec, 'forProvider', 'size') !== size)
    return actions(patchSpec(managed, { forProvider: { size } }))
  return tell(pipelineAnswer, { about: composite, status: {}, input })
}

/** What the provider does about what is wanted, and what its passes see meanwhile. */
const planManaged: ObjectPlanner = (managed, input) => {
  if (claimOf(managed, input) === undefined) return actions({ act: 'delete', ref: refOf(managed) })
  const { annotations = {}, generation } = managed.metadata
  const wanted = String(at(managed.spec, 'forProvider', 'size'))
  const external = annotations[externalAnnotation]
  const refused = annotations[refusedAnnotation]
  const saying = (status: object): Plan =>
    tell(externalObservation, { about: managed, status: { generation, ...status }, input })
  const keeps: Plan = { ...actions(annotate(managed, { [externalAnnotation]: wanted })) }
  if (external === undefined) {
    const waiting = timer(managed, { name: 'creation', takesMs: input.timings['databaseMs'] ?? 0 }, input)
    return waiting === 'over' ? keeps : together([waiting, saying(created)])
  }
  if (external === wanted) return saying({ ...looked, observed: { exists: true, upToDate: true } })
  const observed = { exists: true, upToDate: false, diff: `size is ${external}, ${wanted} is wanted` }
  if (refused !== undefined) return saying({ ...looked, observed, failed: { update: refused } })
  const waiting = timer(
    managed,
    { name: `update-${generation}`, takesMs: input.timings['databaseUpdateMs'] ?? 0 },
    input,
  )
  return waiting === 'over'
    ? keeps
    : together([waiting, saying({ ...looked, well: [...passed, 'update', 'publish-updated'], observed })])
}

const passed = [
  'read',
  'initialize',
  'resolve-references',
  'connect',
  'observe',
  'publish-observed',
  'add-finalizer',
]
const looked = { well: passed, saidReady: { status: 'True', reason: 'Available' } }
const created = {
  well: [...passed, 'record-pending', 'create', 'record-succeeded', 'publish-created'],
  observed: { exists: false },
}

/** The claim for whose sake an object is there; itself where it is one. */
function claimOf({ metadata }: KubeObject, { world }: Pick<PlanInput, 'world'>): KubeObject | undefined {
  const { labels = {} } = metadata
  const [namespace, name] = [text(labels[claimLabels.namespace]), text(labels[claimLabels.name])]
  return namespace === undefined || name === undefined
    ? undefined
    : world.get({ ...claimKind, namespace, name })
}

const labelsOf = ({ metadata, kind }: KubeObject): Readonly<Record<string, string>> =>
  kind === claimKind.kind
    ? { [claimLabels.namespace]: metadata.namespace ?? '', [claimLabels.name]: metadata.name }
    : (metadata.labels ?? {})

interface Told {
  readonly about: KubeObject
  readonly status: object
  readonly input: PlanInput
}

function tell(kind: FactKind, { about, status, input }: Told): Plan {
  const ref = factRef(kind, refOf(about))
  if (same(input.world.get(ref)?.status, status)) return nothing
  const { name, namespace } = ref
  const metadata = { name, ...(namespace !== undefined && { namespace }), labels: labelsOf(about) }
  return actions({
    act: 'tell',
    fact: { object: { apiVersion: `${ref.group}/v1alpha1`, kind: ref.kind, metadata, status } },
  })
}

const patchSpec = (object: KubeObject, spec: object): Action => ({
  act: 'patch',
  ref: refOf(object),
  body: { spec },
})

const compositeFor = (claim: KubeObject, { name }: ObjectRef): KubeObject => ({
  apiVersion: claim.apiVersion,
  kind: compositeKind.kind,
  metadata: { name, labels: labelsOf(claim) },
  spec: {
    size: at(claim.spec, 'size'),
    compositionRef: { name: 'databases' },
    claimRef: {
      apiVersion: claim.apiVersion,
      kind: claim.kind,
      namespace: claim.metadata.namespace,
      name: claim.metadata.name,
    },
    resourceRefs: [{ apiVersion: `${managedKind.group}/v1`, kind: managedKind.kind, name: `${name}-db` }],
  },
})

const managedFor = (composite: KubeObject, { name }: ObjectRef): KubeObject => ({
  apiVersion: `${managedKind.group}/v1`,
  kind: managedKind.kind,
  metadata: {
    name,
    labels: labelsOf(composite),
    annotations: { 'crossplane.io/composition-resource-name': 'db', 'crossplane.io/external-name': name },
  },
  spec: { forProvider: { size: at(composite.spec, 'size') } },
})
