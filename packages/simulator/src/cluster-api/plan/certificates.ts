import { clusterKind, labels, secretKind, secretType } from '@sitrep/cluster-api/kinds'
import { at, type KubeObject, list, refOf, text } from '@sitrep/status'
import { parse } from 'yaml'
import { type Action, actions, nothing, together } from '../../plan/action.ts'
import type { ObjectPlanner, Planner } from '../../plan/input.ts'
import { clusterNameOf, follow, isDeleting, ownerReference } from '../../world/read.ts'
import type { Workload } from '../../world/world.ts'

/** The Secrets that a control plane leaves beside its Cluster: certificates, and how to reach the workload cluster. */
export const planCertificates: Planner = (input) =>
  together(
    input.world
      .list(clusterKind)
      .filter((cluster) => !isDeleting(cluster))
      .map((cluster) => planSecrets(cluster, input)),
  )

const purposes = ['ca', 'etcd', 'proxy', 'sa'] as const
/** Whoever brings an etcd of their own brings the certificate by which API servers are known there. */
const purposesOfExternalEtcd = [...purposes, 'apiserver-etcd-client'] as const
type Purpose = (typeof purposesOfExternalEtcd)[number]

const purposesOf = ({ spec }: KubeObject): readonly Purpose[] =>
  at(spec, 'kubeadmConfigSpec', 'clusterConfiguration', 'etcd', 'external') === undefined
    ? purposes
    : purposesOfExternalEtcd

const planSecrets: ObjectPlanner = (cluster, { world }) => {
  const owner = follow(world, cluster, at(cluster.spec, 'controlPlaneRef'))
  const workload = world.workload(clusterNameOf(cluster))
  if (owner === undefined || isDeleting(owner) || workload === undefined) return nothing
  if (at(cluster.spec, 'controlPlaneEndpoint', 'host') === undefined) return nothing
  const missing = purposesOf(owner).flatMap((purpose): Action[] => {
    const content = { 'tls.crt': certificate(purpose, workload), 'tls.key': notKept }
    const secret = secretOf(cluster, owner, { purpose, content })
    return world.get(refOf(secret)) === undefined ? [{ act: 'create', object: secret }] : []
  })
  const kubeconfig = secretOf(cluster, owner, {
    purpose: 'kubeconfig',
    content: { value: workload.kubeconfig },
  })
  const present = world.get(refOf(kubeconfig))
  if (present === undefined) return actions(...missing, { act: 'create', object: kubeconfig })
  const value = at(kubeconfig, 'data', 'value')
  if (at(present, 'data', 'value') === value) return actions(...missing)
  return actions(...missing, { act: 'patch', ref: refOf(present), body: { data: { value } } })
}

const notKept = 'The key belongs to a simulated authority: nobody holds it.\n'

/** The authority is the one that signed for the API server; the others exist by name only. */
function certificate(purpose: Purpose, { kubeconfig }: Workload): string {
  const [entry] = list(at(parse(kubeconfig), 'clusters'))
  const authority = text(at(entry, 'cluster', 'certificate-authority-data'))
  if (purpose === 'ca' && authority !== undefined) return Buffer.from(authority, 'base64').toString()
  return `The certificate ${purpose} of a simulated cluster.\n`
}

interface SecretContent {
  readonly purpose: string
  readonly content: Readonly<Record<string, string>>
}

function secretOf(cluster: KubeObject, owner: KubeObject, { purpose, content }: SecretContent): KubeObject {
  const { name, namespace = '' } = cluster.metadata
  const encoded = Object.entries(content).map(([key, value]) => [key, Buffer.from(value).toString('base64')])
  const secret = {
    apiVersion: 'v1',
    kind: secretKind.kind,
    metadata: {
      name: `${name}-${purpose}`,
      namespace,
      labels: { [labels.clusterName]: name },
      ownerReferences: [ownerReference(owner, 'controller')],
    },
    type: secretType,
    data: Object.fromEntries(encoded),
  }
  return secret
}
