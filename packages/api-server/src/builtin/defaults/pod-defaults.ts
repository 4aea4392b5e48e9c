import { type Draft, draftAt, draftsAt, ensureDraft, fill, textAt } from '../draft.ts'
import type { StructDefaults } from './struct-defaults.ts'

const component = '[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*'
const host =
  '(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?'
const reference = new RegExp(
  `^(?:${host}/)?${component}(?:/${component})*(?::(?<tag>[\\w][\\w.-]{0,127}))?(?:@(?<digest>[A-Za-z][\\w+.-]*:[0-9a-fA-F]{32,}))?$`,
)

/** The pull policy of an image that names none: a moving tag is always pulled. */
function pullPolicyOf(image: string): 'Always' | 'IfNotPresent' {
  const found = reference.exec(image)?.groups
  if (found === undefined) return 'IfNotPresent'
  const tag = found['tag'] ?? (found['digest'] === undefined ? 'latest' : '')
  return tag === 'latest' ? 'Always' : 'IfNotPresent'
}

const readableByAll = 0o644

/** Pods, and what stands inside them or in a template for them. */
export const podDefaults: StructDefaults = {
  'core.v1.Pod': defaultPod,
  'core.v1.PodSpec': (spec) => {
    fill(spec, {
      dnsPolicy: 'ClusterFirst',
      restartPolicy: 'Always',
      terminationGracePeriodSeconds: 30,
      schedulerName: 'default-scheduler',
    })
    ensureDraft(spec, 'securityContext')
    // Two names for one thing; older clients read the second.
    const account = textAt(spec, 'serviceAccountName') || textAt(spec, 'serviceAccount')
    if (account !== '') Object.assign(spec, { serviceAccountName: account, serviceAccount: account })
  },
  'core.v1.Container': defaultContainer,
  'core.v1.EphemeralContainer': defaultContainer,
  'core.v1.Probe': (probe) => {
    const numbers = { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 }
    for (const [name, value] of Object.entries(numbers)) if (!probe[name]) probe[name] = value
  },
  'core.v1.HTTPGetAction': { path: '/', scheme: 'HTTP' },
  'core.v1.ObjectFieldSelector': { apiVersion: 'v1' },
  'core.v1.Volume': defaultVolume,
  'core.v1.SecretVolumeSource': { defaultMode: readableByAll },
  'core.v1.ConfigMapVolumeSource': { defaultMode: readableByAll },
  'core.v1.DownwardAPIVolumeSource': { defaultMode: readableByAll },
  'core.v1.ProjectedVolumeSource': { defaultMode: readableByAll },
  'core.v1.ServiceAccountTokenProjection': { expirationSeconds: 3600 },
  'core.v1.HostPathVolumeSource': { type: '' },
}

/** Only a Pod itself gets these: a template keeps what its author wrote. */
function defaultPod(pod: Draft): void {
  const spec = draftAt(pod, 'spec')
  if (spec === undefined) return
  const containers = [...draftsAt(spec, 'containers'), ...draftsAt(spec, 'initContainers')]
  for (const container of containers) requestWhatIsLimited(draftAt(container, 'resources'))
  fill(spec, { enableServiceLinks: true })
  if (spec['hostNetwork'] !== true) return
  for (const port of containers.flatMap((container) => draftsAt(container, 'ports'))) {
    if (!port['hostPort'] && port['containerPort'] !== undefined) port['hostPort'] = port['containerPort']
  }
}

function requestWhatIsLimited(resources: Draft | undefined): void {
  const limits = draftAt(resources, 'limits')
  if (resources === undefined || limits === undefined) return
  resources['requests'] = { ...limits, ...draftAt(resources, 'requests') }
}

function defaultContainer(container: Draft): void {
  fill(container, {
    imagePullPolicy: pullPolicyOf(textAt(container, 'image')),
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
  })
}

function defaultVolume(volume: Draft): void {
  const sources = Object.keys(volume).filter((key) => key !== 'name')
  if (sources.length === 0) volume['emptyDir'] = {}
  const image = draftAt(volume, 'image')
  fill(image, { pullPolicy: pullPolicyOf(textAt(image, 'reference')) })
}
