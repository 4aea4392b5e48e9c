import {
  gatewayClassKind,
  gatewayGroup,
  gatewayKind,
  namespaceKind,
  ownControllerName,
  referenceGrantKind,
  secretKind,
  serviceKind,
} from '@sitrep/gateway-api/kinds'
import { at, fields, type KubeObject, list, text } from '@sitrep/status'
import type { Action } from '../plan/action.ts'
import { annotate } from '../plan/metadata-patch.ts'
import { endpointsAnnotation } from '../pods/kinds.ts'
import type { HappeningActions, HappeningReader, Moment, ScenarioPart } from '../scenario/part.ts'
import type { Place, Reader } from '../scenario/reader.ts'
import type { Happening } from '../scenario/types.ts'
import type { World } from '../world/world.ts'
import { certificateSecret } from './certificate.ts'
import { faults } from './kinds.ts'

/** A route of a scenario, and where it leads. */
interface ScenarioRoute {
  readonly name: string
  readonly namespace: string
  /** `<namespace>/<name>`. */
  readonly service: string
  /** What it takes, by the beginning of the path; absent: everything. */
  readonly path: string | undefined
  /** How many workloads stand behind it; absent: there is no such Service. */
  readonly endpoints: number | undefined
}

interface ScenarioGateway {
  readonly name: string
  readonly namespace: string
  /** The name under which it is served over TLS as well; absent: it is not. */
  readonly https: string | undefined
  readonly routes: readonly ScenarioRoute[]
  /** Services to which no route leads yet. */
  readonly services: readonly Pick<ScenarioRoute, 'service' | 'endpoints'>[]
}

const className = 'simulated'

function readGateway(reader: Reader, place: Place): ScenarioGateway & { readonly title: Place } {
  const given = reader.fields(place, ['name', 'namespace', 'https', 'routes', 'services'])
  reader.required(given.name, 'the name of the gateway')
  const namespace = reader.text(given.namespace, 'default')
  const routes = reader.items(given.routes).map((route) => readRoute(reader, route, namespace))
  const services = reader.items(given.services).map((service) => readService(reader, service))
  const https = given.https.node === undefined ? undefined : reader.text(given.https, '')
  return { title: given.name, name: reader.text(given.name, ''), namespace, https, routes, services }
}

function readService(reader: Reader, place: Place): ScenarioGateway['services'][number] {
  const given = reader.fields(place, ['name', 'endpoints'])
  reader.required(given.name, 'the service, as namespace/name')
  return { service: reader.text(given.name, ''), endpoints: reader.count(given.endpoints, 1) }
}

function readRoute(reader: Reader, place: Place, home: string): ScenarioRoute {
  const given = reader.fields(place, ['name', 'namespace', 'service', 'endpoints', 'path'])
  reader.required(given.name, 'the name of the route')
  const name = reader.text(given.name, '')
  const namespace = reader.text(given.namespace, home)
  const service = reader.text(given.service, name)
  return {
    name,
    namespace,
    service: service.includes('/') ? service : `${namespace}/${service}`,
    path: given.path.node === undefined ? undefined : reader.text(given.path, '/'),
    endpoints: given.endpoints.node === undefined ? undefined : reader.count(given.endpoints, 1),
  }
}

const object = (kind: string, [namespace, name]: readonly [string, string], spec: object): KubeObject => ({
  apiVersion: `${gatewayGroup}/v1`,
  kind,
  metadata: { name, ...(namespace !== '' && { namespace }) },
  spec,
})

const split = (place: string): readonly [string, string] => {
  const [namespace = '', name = ''] = place.split('/')
  return [namespace, name]
}

/** What somebody would apply for a gateway with these routes. */
function objectsOf(gateway: ScenarioGateway, now: number): readonly KubeObject[] {
  const { name, namespace, https, routes, services } = gateway
  const allowedRoutes = { namespaces: { from: 'All' } }
  const secret = secretOf(gateway)
  const tls = { certificateRefs: [{ name: secret.name }] }
  const listeners = [
    { name: 'http', protocol: 'HTTP', port: 80, allowedRoutes },
    ...(https === undefined
      ? []
      : [{ name: 'https', protocol: 'HTTPS', port: 443, hostname: https, tls, allowedRoutes }]),
  ]
  const namespaces = [
    namespace,
    ...routes.flatMap((each) => [each.namespace, split(each.service)[0]]),
    ...services.map((each) => split(each.service)[0]),
  ]
  return [
    ...[...new Set(namespaces)].map((each) => ({
      apiVersion: 'v1',
      kind: namespaceKind.kind,
      metadata: { name: each },
    })),
    object(gatewayClassKind.kind, ['', className], { controllerName: ownControllerName }),
    ...(https === undefined ? [] : [certificateSecret(secret, { host: https, now, state: 'good' })]),
    object(gatewayKind.kind, [namespace, name], { gatewayClassName: className, listeners }),
    ...services.flatMap(serviceOf),
    ...routes.flatMap((route) => [...serviceOf(route), routeObject(route, { name, namespace })]),
  ]
}

const secretOf = ({ name, namespace }: { readonly name: string; readonly namespace: string }) => ({
  ...secretKind,
  namespace,
  name: `${name}-certificate`,
})

function serviceOf({
  service,
  endpoints,
}: Pick<ScenarioRoute, 'service' | 'endpoints'>): readonly KubeObject[] {
  if (endpoints === undefined) return []
  const [namespace, name] = split(service)
  const annotations = { [endpointsAnnotation]: String(endpoints) }
  const metadata = { name, namespace, annotations }
  return [
    { apiVersion: 'v1', kind: serviceKind.kind, metadata, spec: { ports: [{ port: 80, targetPort: 8080 }] } },
  ]
}

function routeObject(route: ScenarioRoute, parent: object): KubeObject {
  const [namespace, name] = split(route.service)
  const backend = { name, port: 80, ...(namespace !== route.namespace && { namespace }) }
  return object('HTTPRoute', [route.namespace, route.name], {
    parentRefs: [parent],
    rules: [{ ...matchesOf(route.path), backendRefs: [backend] }],
  })
}

const matchesOf = (path: string | undefined): object =>
  path === undefined ? {} : { matches: [{ path: { type: 'PathPrefix', value: path } }] }

/** Something on a Gateway that begins and ends: what an annotation says meanwhile. */
const onGateway =
  (what: string, detail: string, usual: string): HappeningReader =>
  ({ reader, place }) => {
    const given = reader.fields(place, ['gateway', detail, 'for'])
    reader.required(given['gateway'] ?? place, 'the gateway, as namespace/name')
    const gateway = reader.text(given['gateway'] ?? place, '')
    const told = given[detail] ?? place
    const value = detail === 'port' ? String(reader.count(told, Number(usual))) : reader.text(told, usual)
    return {
      begins: { what, gateway, value },
      ends: { after: given['for'] ?? place, happening: { what, gateway, value: null } },
    }
  }

// Who lets whom in: a grant for the routes of one namespace to the Services of another.
const grantReader: HappeningReader = ({ reader, place }) => {
  const given = reader.fields(place, ['from', 'to', 'for'])
  const [from, to] = [reader.text(given.from, ''), reader.text(given.to, '')]
  return {
    begins: { what: 'grant', from, to, granted: true },
    ends: { after: given.for, happening: { what: 'grant', from, to, granted: false } },
  }
}

// From then on a route leads to another Service of its namespace.
const moveReader: HappeningReader = ({ reader, place }) => {
  const given = reader.fields(place, ['route', 'to'])
  reader.required(given.route, 'the route, as namespace/name')
  reader.required(given.to, 'the service that it leads to from then on')
  return {
    begins: { what: 'move-route', route: reader.text(given.route, ''), service: reader.text(given.to, '') },
  }
}

function moveActions({ route, service }: Happening, world: World): HappeningActions {
  const [namespace, name] = split(String(route))
  const ref = { group: gatewayGroup, kind: 'HTTPRoute', namespace, name }
  const found = world.get(ref)
  if (found === undefined) return { missing: `HTTPRoute ${namespace}/${name}` }
  const rules = list(at(found.spec, 'rules')).map((rule) => ({
    ...fields(rule),
    backendRefs: [{ name: service, port: 80 }],
  }))
  return [{ act: 'patch', ref, body: { spec: { rules } } }]
}

// A certificate that nobody renewed in time, until somebody does.
const expiryReader: HappeningReader = ({ reader, place }) => {
  const given = reader.fields(place, ['gateway', 'for'])
  reader.required(given.gateway, 'the gateway, as namespace/name')
  const gateway = reader.text(given.gateway, '')
  return {
    begins: { what: 'expire-certificate', gateway, state: 'expired' },
    ends: { after: given.for, happening: { what: 'expire-certificate', gateway, state: 'good' } },
  }
}

function expiryActions({ gateway, state }: Happening, { world, now }: Moment): HappeningActions {
  const [namespace, name] = split(String(gateway))
  const found = world.get({ ...gatewayKind, namespace, name })
  const host = list(at(found?.spec, 'listeners')).flatMap((each) => text(at(each, 'hostname')) ?? [])[0]
  if (host === undefined) return { missing: `Gateway ${namespace}/${name} with a listener for HTTPS` }
  const ref = secretOf({ namespace, name })
  const { data } = fields(certificateSecret(ref, { host, now, state: state === 'good' ? 'good' : 'expired' }))
  return [{ act: 'patch', ref, body: { data } }]
}

function grantActions({ from, to, granted }: Happening): readonly Action[] {
  const name = `routes-of-${from}`
  if (granted !== true)
    return [{ act: 'delete', ref: { ...referenceGrantKind, namespace: String(to), name } }]
  const spec = {
    from: [{ group: gatewayGroup, kind: 'HTTPRoute', namespace: from }],
    to: [serviceKind],
  }
  return [{ act: 'create', object: object(referenceGrantKind.kind, [String(to), name], spec) }]
}

const annotations: Readonly<Record<string, string>> = {
  'port-unavailable': faults.ports,
  'no-resources': faults.resources,
}

/** What scenario files say about gateways. */
export const scenario: ScenarioPart = {
  timings: { dataPlaneMs: 2_000 },
  lists: {
    gateways: (reader, entry) => {
      const { title, ...gateway } = readGateway(reader, entry)
      const happening = { what: 'create-gateway', gateway }
      return {
        title: `gateway ${gateway.namespace}/${gateway.name}`,
        place: title,
        entry: { atMs: 0, happening },
      }
    },
  },
  happenings: {
    'port-unavailable': onGateway('port-unavailable', 'port', '80'),
    'no-resources': onGateway('no-resources', 'because', 'no node has room for it'),
    grant: grantReader,
    'move-route': moveReader,
    'expire-certificate': expiryReader,
  },
  actions: (happening, moment) => {
    const { world, now } = moment
    if (happening.what === 'create-gateway')
      return objectsOf(happening['gateway'] as ScenarioGateway, now).map((each) => ({
        act: 'create',
        object: each,
      }))
    if (happening.what === 'grant') return grantActions(happening)
    if (happening.what === 'move-route') return moveActions(happening, world)
    if (happening.what === 'expire-certificate') return expiryActions(happening, moment)
    const annotation = annotations[happening.what]
    if (annotation === undefined) return undefined
    const [namespace, name] = split(String(happening['gateway']))
    const found = world.get({ ...gatewayKind, namespace, name })
    if (found === undefined) return { missing: `Gateway ${namespace}/${name}` }
    const value = happening['value'] === null ? null : String(happening['value'])
    return [annotate(found, { [annotation]: value })]
  },
}
