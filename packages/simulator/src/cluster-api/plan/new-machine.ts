import { annotations, coreGroup, finalizers, machineKind } from '@sitrep/cluster-api/kinds'
import {
  at,
  type Fields,
  fields,
  groupOf,
  type KindRef,
  type KubeObject,
  kindKey,
  type OwnerReference,
} from '@sitrep/status'
import { type Action, inOrder } from '../../plan/action.ts'
import { infrastructureFinalizer } from '../kinds.ts'
import { kindOfTemplate } from '../read.ts'

export interface NewMachine {
  readonly name: string
  readonly namespace: string
  readonly owner: OwnerReference
  readonly labels: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  /** The spec without its references. */
  readonly spec: Fields
  readonly infrastructureTemplate: KubeObject
  /** The kind and the spec of the bootstrap configuration; absent where users bring bootstrap data of their own. */
  readonly bootstrap?: { readonly kind: KindRef; readonly spec: unknown; readonly template?: KubeObject }
}

/** A Machine with everything below it: what it is made from comes first, so that nothing it refers to is missing. */
export function createMachine(wanted: NewMachine): readonly Action[] {
  const { name, namespace, labels, infrastructureTemplate, bootstrap } = wanted
  const infrastructureKind = kindOfTemplate(kindRef(infrastructureTemplate))
  const infrastructure: KubeObject = {
    apiVersion: infrastructureTemplate.apiVersion,
    kind: infrastructureKind.kind,
    metadata: {
      name,
      namespace,
      labels,
      annotations: clonedFrom(infrastructureTemplate),
      finalizers: [infrastructureFinalizer],
    },
    spec: fields(at(infrastructureTemplate.spec, 'template', 'spec')),
  }
  const config: KubeObject | undefined = bootstrap && {
    apiVersion: `${bootstrap.kind.group}/v1beta2`,
    kind: bootstrap.kind.kind,
    metadata: {
      name,
      namespace,
      labels,
      ...(bootstrap.template && { annotations: clonedFrom(bootstrap.template) }),
    },
    spec: bootstrap.spec,
  }
  const machine: KubeObject = {
    apiVersion: `${coreGroup}/v1beta2`,
    kind: machineKind.kind,
    metadata: {
      name,
      namespace,
      labels,
      ...(wanted.annotations && { annotations: wanted.annotations }),
      finalizers: [finalizers.machine],
      ownerReferences: [wanted.owner],
    },
    spec: {
      ...wanted.spec,
      infrastructureRef: reference(infrastructureKind, name),
      ...(bootstrap && { bootstrap: { configRef: reference(bootstrap.kind, name) } }),
    },
  }
  const objects = [infrastructure, ...(config === undefined ? [] : [config]), machine]
  return inOrder(...objects.map((object): Action => ({ act: 'create', object })))
}

const kindRef = ({ apiVersion, kind }: KubeObject): KindRef => ({ group: groupOf(apiVersion), kind })

const reference = ({ group, kind }: KindRef, name: string): Fields => ({ apiGroup: group, kind, name })

const clonedFrom = (template: KubeObject): Readonly<Record<string, string>> => ({
  [annotations.clonedFromName]: template.metadata.name,
  [annotations.clonedFromGroupKind]: kindKey(kindRef(template)),
})
