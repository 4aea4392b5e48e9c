import type { FieldError } from '../../errors/field-error.ts'
import { invalidValue } from '../../errors/field-errors.ts'
import { cloneJson } from '../../json/clone-json.ts'
import type { KubeObject } from '../../json/json.ts'
import type { Allocate } from '../allocate.ts'
import { type Draft, draftsAt, ensureDraft, textAt } from '../draft.ts'
import { formatIpv4, type Ipv4Range, isIp, parseIpv4, parseIpv4Range } from '../validation/ip.ts'
import { numberOf, objectOf, objectsOf, textOf, textsOf } from '../validation/read.ts'

/** Where a cluster takes the addresses and node ports of its Services from. */
export interface ServiceNetwork {
  readonly cidr: string
  readonly firstNodePort: number
  readonly lastNodePort: number
}

const defaultServiceNetwork: ServiceNetwork = {
  cidr: '10.96.0.0/16',
  firstNodePort: 30_000,
  lastNodePort: 32_767,
}

interface Taken {
  readonly addresses: ReadonlySet<string>
  readonly ports: ReadonlySet<string>
}

/** A function that gives Services their cluster IP, node ports and IP family. It keeps nothing between calls. */
export function serviceAllocator(network: ServiceNetwork = defaultServiceNetwork): Allocate {
  const range = parseIpv4Range(network.cidr)
  if (range === undefined) throw new TypeError(`${network.cidr} is no IPv4 range`)
  return (service, old, { others, dryRun }) => {
    const draft = cloneJson(service) as unknown as Draft
    const spec = ensureDraft(draft, 'spec')
    const taken = takenBy(others)
    const problems = [
      ...allocateAddress(spec, { range, taken, old }),
      ...allocatePorts(spec, { network, taken, old, dryRun }),
    ]
    return problems.length > 0 ? { problems } : { object: draft as unknown as KubeObject }
  }
}

function takenBy(services: Iterable<KubeObject>): Taken {
  const addresses = new Set<string>()
  const ports = new Set<string>()
  for (const service of services) {
    const spec = objectOf(service, 'spec')
    for (const address of textsOf(spec, 'clusterIPs')) addresses.add(address)
    for (const port of objectsOf(spec, 'ports'))
      ports.add(portKey(textOf(port, 'protocol'), numberOf(port, 'nodePort')))
    ports.add(portKey('TCP', numberOf(spec, 'healthCheckNodePort')))
  }
  return { addresses, ports }
}

function portKey(protocol: string, port: number | undefined): string {
  return `${protocol}/${port ?? 0}`
}

interface AddressPool {
  readonly range: Ipv4Range
  readonly taken: Taken
  readonly old: KubeObject | undefined
}

function allocateAddress(spec: Draft, pool: AddressPool): readonly FieldError[] {
  if (textAt(spec, 'type') === 'ExternalName') return []
  const before = objectOf(pool.old, 'spec')
  const kept = textOf(before, 'clusterIP')
  if (textAt(spec, 'clusterIP') === '' && kept !== '') spec['clusterIP'] = kept
  setFamilies(spec, textOf(before, 'ipFamilyPolicy'))
  const unserved = unservedFamilies(spec)
  if (unserved.length > 0) return unserved
  const wanted = textAt(spec, 'clusterIP')
  if (wanted !== '') {
    spec['clusterIPs'] ??= [wanted]
    // Once set it may not change; that is for validation to say.
    return wanted === 'None' || kept !== '' ? [] : claimAddress(spec, wanted, pool)
  }
  const free = freeAddress(pool)
  if (free === undefined) {
    return [invalidValue('spec.clusterIPs', [], 'failed to allocate a serviceIP: range is full')]
  }
  spec['clusterIP'] = free
  spec['clusterIPs'] = [free]
  return []
}

/** One family, IPv4, is configured; a headless Service without selector speaks for others and may have both. */
function setFamilies(spec: Draft, policyBefore: string): void {
  const open = textAt(spec, 'clusterIP') === 'None' && spec['selector'] === undefined
  const usual = open ? 'RequireDualStack' : 'SingleStack'
  if (textAt(spec, 'ipFamilyPolicy') === '')
    spec['ipFamilyPolicy'] = policyBefore === '' ? usual : policyBefore
  const families = Array.isArray(spec['ipFamilies']) ? spec['ipFamilies'] : []
  if (families.length > 0) return
  const both = open && spec['ipFamilyPolicy'] !== 'SingleStack'
  spec['ipFamilies'] = both ? ['IPv4', 'IPv6'] : ['IPv4']
}

/** Only IPv4 is configured; a headless Service without selector may say otherwise, because it takes no address. */
function unservedFamilies(spec: Draft): readonly FieldError[] {
  if (textAt(spec, 'clusterIP') === 'None' && spec['selector'] === undefined) return []
  const families = Array.isArray(spec['ipFamilies']) ? spec['ipFamilies'] : []
  return [
    ...(spec['ipFamilyPolicy'] === 'RequireDualStack'
      ? [
          invalidValue(
            'spec.ipFamilyPolicy',
            'RequireDualStack',
            'this cluster is not configured for dual-stack services',
          ),
        ]
      : []),
    ...families.flatMap((family, index) =>
      family === 'IPv6'
        ? [invalidValue(`spec.ipFamilies[${index}]`, family, 'not configured on this cluster')]
        : [],
    ),
  ]
}

function claimAddress(spec: Draft, wanted: string, { range, taken }: AddressPool): readonly FieldError[] {
  const shown = spec['clusterIPs'] ?? []
  const refuse = (why: string): readonly FieldError[] => [
    invalidValue('spec.clusterIPs', shown, `failed to allocate IP ${wanted}: ${why}`),
  ]
  const number = parseIpv4(wanted)
  if (number === undefined) {
    const words = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'
    return isIp(wanted) ? [] : [invalidValue('spec.clusterIPs[0]', wanted, words)]
  }
  if (number <= range.first || number >= range.first + range.size - 1) {
    const last = range.first + range.size
    return refuse(
      `the provided IP (${wanted}) is not in the valid range. The range of valid IPs is ${formatIpv4(range.first)}/${32 - Math.log2(last - range.first)}`,
    )
  }
  return taken.addresses.has(wanted) ? refuse('provided IP is already allocated') : []
}

/** The lowest free address above the part that is left to people who choose addresses themselves. */
function freeAddress({ range, taken }: AddressPool): string | undefined {
  const reserved = Math.min(Math.max(16, Math.floor(range.size / 16)), 256)
  const start = reserved < range.size - 1 ? reserved : 1
  for (let step = 0; step < range.size - 2; step++) {
    const offset = ((start - 1 + step) % (range.size - 2)) + 1
    const candidate = formatIpv4(range.first + offset)
    if (!taken.addresses.has(candidate)) return candidate
  }
  return undefined
}

interface PortPool {
  readonly network: ServiceNetwork
  readonly taken: Taken
  readonly old: KubeObject | undefined
  readonly dryRun: boolean
}

function allocatePorts(spec: Draft, { network, taken, old, dryRun }: PortPool): readonly FieldError[] {
  if (!needsNodePorts(spec)) return []
  const before = objectOf(old, 'spec')
  const own = new Set(
    objectsOf(before, 'ports').map((port) => portKey(textOf(port, 'protocol'), numberOf(port, 'nodePort'))),
  )
  const used = new Set(taken.ports)
  const byName = new Map(
    objectsOf(before, 'ports').map((port) => [textOf(port, 'name'), numberOf(port, 'nodePort')]),
  )
  const problems: FieldError[] = []
  const ports = draftsAt(spec, 'ports')
  for (const port of ports) if (!port['nodePort']) port['nodePort'] = byName.get(textAt(port, 'name')) ?? 0
  for (const [index, port] of ports.entries()) {
    const key = portKey(textAt(port, 'protocol'), numberOf(port, 'nodePort'))
    if (!port['nodePort']) continue
    if (!own.has(key)) problems.push(...claimPort(port, index, { network, used, dryRun }))
    used.add(key)
  }
  for (const port of ports) if (!port['nodePort']) takeFreePort(port, 'nodePort', { network, used })
  if (textAt(spec, 'type') === 'LoadBalancer' && textAt(spec, 'externalTrafficPolicy') === 'Local') {
    if (!spec['healthCheckNodePort'])
      spec['healthCheckNodePort'] = numberOf(before, 'healthCheckNodePort') ?? 0
    if (!spec['healthCheckNodePort']) takeFreePort(spec, 'healthCheckNodePort', { network, used })
  }
  return problems
}

function needsNodePorts(spec: Draft): boolean {
  const type = textAt(spec, 'type')
  return type === 'NodePort' || (type === 'LoadBalancer' && spec['allocateLoadBalancerNodePorts'] !== false)
}

interface PortChoice {
  readonly network: ServiceNetwork
  readonly used: Set<string>
}

interface PortClaim extends PortChoice {
  readonly dryRun: boolean
}

function claimPort(port: Draft, index: number, { network, used, dryRun }: PortClaim): readonly FieldError[] {
  const number = numberOf(port, 'nodePort') ?? 0
  const field = `spec.ports[${index}].nodePort`
  const { firstNodePort, lastNodePort } = network
  if (!dryRun && (number < firstNodePort || number > lastNodePort)) {
    const words = `provided port is not in the valid range. The range of valid ports is ${firstNodePort}-${lastNodePort}`
    return [invalidValue(field, number, words)]
  }
  return used.has(portKey(textAt(port, 'protocol'), number))
    ? [invalidValue(field, number, 'provided port is already allocated')]
    : []
}

function takeFreePort(target: Draft, field: string, { network, used }: PortChoice): void {
  const protocol = textAt(target, 'protocol') || 'TCP'
  for (let port = network.firstNodePort; port <= network.lastNodePort; port++) {
    const key = portKey(protocol, port)
    if (used.has(key)) continue
    used.add(key)
    target[field] = port
    return
  }
}
