import { secretKind } from '@sitrep/cluster-api'
import {
  at,
  flag,
  type KindRef,
  type KubeObject,
  list,
  missing,
  type Reading,
  text,
  type View,
  type World,
} from '@sitrep/status'
import { linkedKind } from '../../kinds.ts'
import { type Provider, providerOf } from '../../providers.ts'
import type { ClusterSpec, Link, LinkedObject, LinkSeen } from '../types.ts'

const linkedObject: View<LinkedObject> = {
  name: 'linkedObject',
  of: ({ kind, metadata, spec, status }: KubeObject) => ({
    generation: metadata.generation ?? 0,
    valid: flag(at(status, 'specValid')) ?? false,
    failureMessage: anyText(at(status, 'failureMessage')),
    links: furtherLinks[kind]?.(spec) ?? [],
  }),
}

// An empty text is an answer all the same.
const anyText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const credentials: View<LinkedObject> = {
  name: 'credentials',
  of: () => ({ generation: 0, valid: true, failureMessage: undefined, links: [] }),
}

/** What linked objects name in turn. */
const furtherLinks: Readonly<Record<string, (spec: unknown) => readonly Link[]>> = {
  TinkerbellMachineConfig: (spec) => {
    const name = text(at(spec, 'templateRef', 'name'))
    return name === undefined ? [] : [{ kind: 'TinkerbellTemplateConfig', name }]
  },
  SnowMachineConfig: (spec) =>
    list(at(spec, 'network', 'directNetworkInterfaces'))
      .map((one) => text(at(one, 'ipPoolRef', 'name')))
      .filter((name) => name !== undefined)
      .map((name) => ({ kind: 'SnowIPPool', name })),
  SnowDatacenterConfig: (spec) => [
    { kind: secretKind.kind, name: text(at(spec, 'identityRef', 'name')) ?? '' },
  ],
}

/** Looks up everything that a Cluster is linked to, each object once, in the order in which EKS Anywhere does. */
export function readLinks(world: World, namespace: string, spec: ClusterSpec): readonly LinkSeen[] {
  const seen = new Map<string, LinkSeen>()
  const look = (link: Link): LinkSeen => {
    const key = `${link.kind} ${link.name}`
    const known = seen.get(key)
    if (known !== undefined) return known
    const found = readLink(world, namespace, link)
    seen.set(key, found)
    return found
  }
  const provider = providerOf(spec.datacenter.kind)
  const ofProvider = provider === undefined ? [] : providerLinks(spec, provider)
  const isSecret = ({ kind }: Link): boolean => kind === secretKind.kind
  for (const link of ofProvider)
    for (const further of linksOf(look(link))) if (!isSecret(further)) look(further)
  // The credentials that a datacenter names are looked up after everything else of the provider.
  for (const link of ofProvider) for (const further of linksOf(look(link))) look(further)
  for (const link of [...identityLinks(spec), ...gitOpsLinks(spec)]) look(link)
  return [...seen.values()]
}

const linksOf = ({ found }: LinkSeen): readonly Link[] => (found.read && found.item?.links) || []

function providerLinks({ datacenter, machines }: ClusterSpec, provider: Provider): readonly Link[] {
  const own = machines.filter(({ kind }) => kind === provider.machineKind)
  return provider.machinesFirst ? [...own, datacenter] : [datacenter, ...own]
}

const identityLinks = ({ identityProviders }: ClusterSpec): readonly Link[] => [
  ...identityProviders.filter(({ kind }) => kind === 'OIDCConfig'),
  ...identityProviders.filter(({ kind }) => kind === 'AWSIamConfig'),
]

const gitOpsLinks = ({ gitOps }: ClusterSpec): readonly Link[] =>
  gitOps !== undefined && ['GitOpsConfig', 'FluxConfig'].includes(gitOps.kind) ? [gitOps] : []

function readLink(world: World, namespace: string, link: Link): LinkSeen {
  const secret = link.kind === secretKind.kind
  const kind: KindRef = secret ? secretKind : linkedKind(link.kind)
  // Nothing can have an empty name, so nobody is asked for it.
  const found: Reading<LinkedObject> =
    link.name === ''
      ? missing
      : world.get({ ...kind, namespace, name: link.name }, secret ? credentials : linkedObject)
  return { ...link, found, counted: !secret }
}
