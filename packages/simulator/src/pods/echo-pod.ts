import { at, fields, type KubeObject, list, number, text } from '@sitrep/status'
import type { EchoContainer, EchoPod, Mount } from '../echo/types.ts'

/** The key under which a Pod is served. */
export const servedKey = ({ metadata: { uid = '', namespace = '', name } }: KubeObject): string =>
  `Pod/${namespace}/${name}/${uid}`

/** A Pod as an echo server at this address. */
export function echoPodOf(pod: KubeObject, address: string): EchoPod {
  const { namespace = '', name } = pod.metadata
  return {
    key: servedKey(pod),
    namespace,
    name,
    address,
    containers: list(at(pod.spec, 'containers')).map((container) => containerOf(container, pod)),
  }
}

function containerOf(container: unknown, pod: KubeObject): EchoContainer {
  return {
    name: text(at(container, 'name')) ?? '',
    env: Object.fromEntries(list(at(container, 'env')).flatMap((entry) => variable(entry, pod))),
    mounts: list(at(container, 'volumeMounts')).flatMap((mount) => mountOf(mount, pod)),
    ports: list(at(container, 'ports')).flatMap((port) => {
      const { containerPort, protocol = 'TCP' } = fields(port)
      return protocol === 'TCP' && typeof containerPort === 'number' ? [containerPort] : []
    }),
  }
}

const ownFields: Readonly<Record<string, (pod: KubeObject) => string>> = {
  'metadata.name': ({ metadata }) => metadata.name,
  'metadata.namespace': ({ metadata }) => metadata.namespace ?? '',
  'metadata.uid': ({ metadata }) => metadata.uid ?? '',
}

function variable(entry: unknown, pod: KubeObject): readonly (readonly [string, string])[] {
  const name = text(at(entry, 'name'))
  if (name === undefined) return []
  const field = text(at(entry, 'valueFrom', 'fieldRef', 'fieldPath'))
  const value = field === undefined ? text(at(entry, 'value')) : ownFields[field]?.(pod)
  return [[name, value ?? '']]
}

function mountOf(mount: unknown, pod: KubeObject): readonly Mount[] {
  const volume = list(at(pod.spec, 'volumes')).find((each) => at(each, 'name') === at(mount, 'name'))
  const path = text(at(mount, 'mountPath')) ?? ''
  const secret = text(at(volume, 'secret', 'secretName'))
  const configMap = text(at(volume, 'configMap', 'name'))
  const name = secret ?? configMap
  if (name === undefined) return []
  const items = list(at(volume, secret === undefined ? 'configMap' : 'secret', 'items'))
  return [
    {
      path,
      kind: secret === undefined ? 'ConfigMap' : 'Secret',
      name,
      ...(items.length > 0 && {
        items: Object.fromEntries(
          items.map((item) => [text(at(item, 'key')) ?? '', text(at(item, 'path')) ?? '']),
        ),
      }),
    },
  ]
}

/** The number of a port of a Pod: as it is, or by its name. */
export function portOf(pod: KubeObject, wanted: unknown): number | undefined {
  if (typeof wanted === 'number') return wanted
  const ports = list(at(pod.spec, 'containers')).flatMap((container) => list(at(container, 'ports')))
  return number(
    at(
      ports.find((port) => at(port, 'name') === wanted),
      'containerPort',
    ),
  )
}
