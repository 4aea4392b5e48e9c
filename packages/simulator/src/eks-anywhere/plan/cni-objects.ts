import type { KubeObject } from '@sitrep/status'
import type { ReleasedVersion } from './releases.ts'

export const cniNamespace = 'kube-system'
export const ciliumName = 'cilium'
export const operatorName = 'cilium-operator'
export const configName = 'cilium-config'
export const preflightName = 'cilium-pre-flight-check'
/** On the DaemonSet: the configuration that was applied last. */
export const configAnnotation = 'simulator.sitrep.dev/cni-config'

interface Pods {
  readonly image: string
  readonly annotations?: Readonly<Record<string, string>>
}

function podsObject(
  kind: 'DaemonSet' | 'Deployment',
  name: string,
  { image, annotations }: Pods,
): KubeObject {
  const matchLabels = { 'k8s-app': name }
  return {
    apiVersion: 'apps/v1',
    kind,
    metadata: { name, namespace: cniNamespace, labels: matchLabels, ...(annotations && { annotations }) },
    spec: {
      ...(kind === 'Deployment' && { replicas: 1 }),
      selector: { matchLabels },
      template: {
        metadata: { labels: matchLabels },
        spec: { containers: [{ name: name.replace(/^cilium-pre-flight-check$/, 'check'), image }] },
      },
    },
  }
}

type Config = Readonly<Record<string, string>>

/** The CNI as a release brings it. */
export function ciliumObjects(
  { ciliumImage, operatorImage }: ReleasedVersion,
  config: Config,
): readonly KubeObject[] {
  return [
    configObject(config),
    podsObject('Deployment', operatorName, { image: operatorImage }),
    podsObject('DaemonSet', ciliumName, {
      image: ciliumImage,
      annotations: { [configAnnotation]: JSON.stringify(config) },
    }),
  ]
}

export const configObject = (config: Config): KubeObject & { readonly data: Config } => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: configName, namespace: cniNamespace },
  data: config,
})

/** What tries an upgrade out on every Node before it is made. */
export const preflightObjects = ({ ciliumImage }: ReleasedVersion): readonly KubeObject[] =>
  (['DaemonSet', 'Deployment'] as const).map((kind) =>
    podsObject(kind, preflightName, { image: ciliumImage }),
  )
