import { at, type KubeObject, list, refOf, text } from '@sitrep/status'
import type { PodPlace } from '../echo/types.ts'
import { actions, nothing, type Plan, together } from '../plan/action.ts'
import type { Planner } from '../plan/input.ts'
import { isDeleting } from '../world/read.ts'
import { Addresses, keptAddress } from './addresses.ts'
import { echoPodOf, servedKey } from './echo-pod.ts'
import { podKind, wholeOfPods } from './kinds.ts'

/** Every Pod answers at an address of its own, and says so in its status; what is served for nobody ends. */
export const planPods: Planner = ({ world, now }) => {
  const pods = world.list(podKind).filter((pod) => !isDeleting(pod) && !isOver(pod))
  const addresses = new Addresses([
    ...[...world.serving.values()].map(({ address }) => address),
    ...pods.flatMap((pod) => addressOf(pod) ?? []),
  ])
  const wanted = new Set(pods.map(servedKey))
  const left = [...world.serving.keys()].filter((key) => key.startsWith('Pod/') && !wanted.has(key))
  return together([
    ...left.map((pod) => actions({ act: 'unserve', cluster: wholeOfPods, pod })),
    ...pods.map((pod): Plan => {
      const served = world.serving.get(servedKey(pod))
      if (served !== undefined) return tellOf(pod, served, now)
      const { namespace = '', name } = pod.metadata
      const address = keptAddress(addressOf(pod)) ?? addresses.next(namespace, name)
      return actions({ act: 'serve', cluster: wholeOfPods, pod: echoPodOf(pod, address) })
    }),
  ])
}

const isOver = ({ status }: KubeObject): boolean =>
  ['Succeeded', 'Failed'].includes(text(at(status, 'phase')) ?? '')

const addressOf = ({ status }: KubeObject): string | undefined => text(at(status, 'podIP'))

function tellOf(pod: KubeObject, { address, ports }: PodPlace, now: number): Plan {
  const message = elsewhereText(ports)
  const told = addressOf(pod) === address && (text(at(pod.status, 'message')) ?? '') === message
  if (told && text(at(pod.status, 'phase')) === 'Running') return nothing
  const time = new Date(now).toISOString().replace(/\.\d+Z$/, 'Z')
  const conditions = ['PodScheduled', 'Initialized', 'ContainersReady', 'Ready'].map((type) => ({
    type,
    status: 'True',
    lastTransitionTime: time,
  }))
  const status = {
    phase: 'Running',
    // Nothing to tell takes back what was told.
    message: message === '' ? null : message,
    podIP: address,
    podIPs: [{ ip: address }],
    hostIP: '127.0.0.1',
    startTime: time,
    conditions,
    containerStatuses: list(at(pod.spec, 'containers')).map((container) => ({
      name: text(at(container, 'name')) ?? '',
      image: text(at(container, 'image')) ?? '',
      imageID: '',
      ready: true,
      started: true,
      restartCount: 0,
      state: { running: { startedAt: time } },
    })),
  }
  return actions({ act: 'patch', ref: refOf(pod), part: 'status', body: { status } })
}

const elsewhereText = (ports: PodPlace['ports']): string => {
  const words = Object.entries(ports).map(([port, opened]) => `${port.replace(/\/TCP$/, '')} on ${opened}`)
  return words.length === 0 ? '' : `Ports are open elsewhere: ${words.sort().join(', ')}`
}
