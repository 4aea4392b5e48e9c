import type { BlockList, LookupFunction } from 'node:net'
import { ControllerError } from '../errors.ts'
import { dns, net } from './node-modules.ts'

/** Says of an address why nobody may be sent there; nothing where it may be reached. */
export type AddressGuard = (address: string) => string | undefined

// biome-ignore format: the table is the specification; its columns stay aligned
const refused: readonly (readonly [what: string, subnets: readonly string[]])[] = [
  ['a loopback address',                      ['127.0.0.0/8', '::1/128']],
  ['an unspecified address',                  ['0.0.0.0/8', '::/128']],
  ['a metadata service of a cloud',           ['169.254.169.254/32', 'fd00:ec2::254/128', 'fd20:ce::254/128', '100.100.100.200/32', '168.63.129.16/32']],
  ['a link-local address',                    ['169.254.0.0/16', 'fe80::/10']],
  ['an address of no single machine',         ['224.0.0.0/4', '255.255.255.255/32', 'ff00::/8']],
]

/** Names that settings may use in place of a subnet. */
const named: Readonly<Record<string, readonly string[]>> = { loopback: ['127.0.0.0/8', '::1/128'] }

/**
 * Where a kubeconfig from a Secret may lead: anywhere but to this machine, its neighbours on the link and what a cloud tells about it,
 * unless an exception names it. Throws a `TypeError` at an exception that is no subnet.
 */
export function addressGuard(exceptions: readonly string[]): AddressGuard {
  const allowed = new (net().BlockList)()
  for (const subnet of exceptions.flatMap((text) => named[text] ?? [text])) addSubnet(allowed, subnet)
  const lists = refused.map(([what, subnets]) => {
    const list = new (net().BlockList)()
    for (const subnet of subnets) addSubnet(list, subnet)
    return { what, list }
  })
  return (address) => {
    const plain = withoutDisguise(address)
    const family = net().isIP(plain) === 6 ? 'ipv6' : 'ipv4'
    if (net().isIP(plain) === 0) return `${address} is no address`
    if (allowed.check(plain, family)) return undefined
    const found = lists.find(({ list }) => list.check(plain, family))
    return (
      found &&
      `${plain} is ${found.what}, where a kubeconfig Secret may not lead (--workload-addresses allows it)`
    )
  }
}

function addSubnet(list: BlockList, subnet: string): void {
  const [address = '', bits] = subnet.split('/')
  const version = net().isIP(address)
  const most = version === 6 ? 128 : 32
  const prefix = bits === undefined ? most : Number(bits)
  if (version === 0 || !Number.isInteger(prefix) || prefix < 0 || prefix > most || bits === '')
    throw new TypeError(`${JSON.stringify(subnet)} is no address and no subnet such as 10.0.0.0/8`)
  list.addSubnet(address, prefix, version === 6 ? 'ipv6' : 'ipv4')
}

// An IPv4 address can be written as one of IPv6 in several ways, and leads to the same place; a zone says only through which interface.
const mapped = ['::ffff:', '64:ff9b::', '::']
function withoutDisguise(address: string): string {
  const plain = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  if (net().isIP(plain) !== 6) return plain
  const short = new URL(`http://[${plain}]`).hostname.slice(1, -1)
  for (const prefix of mapped) {
    const words = short.startsWith(prefix) ? short.slice(prefix.length).split(':') : []
    if (words.length !== 2 || words.includes('')) continue
    const [high = 0, low = 0] = words.map((word) => Number.parseInt(word, 16))
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  }
  return short
}

/** Looks names up and keeps only the addresses within reach: what is connected to is what was checked, whatever the name says later. */
export function guardedLookup(guard: AddressGuard): LookupFunction {
  return (hostname, options, done) => {
    dns().lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      const within = found.filter(({ address }) => guard(address) === undefined)
      const [first] = within
      if (first === undefined)
        return done(new Error(guard(found[0]?.address ?? '') ?? `${hostname} has no address`), [])
      if (options.all === true) done(null, within)
      else done(null, first.address, first.family)
    })
  }
}

/** Refuses a server whose address is written out and lies out of reach. Names are checked when they are looked up. */
export function refuseGuarded(server: URL, guard: AddressGuard): void {
  const host = server.hostname.replace(/^\[|\]$/g, '')
  const why = net().isIP(host) === 0 ? undefined : guard(host)
  if (why !== undefined)
    throw new ControllerError('kubeconfig-unusable', `${server.origin} is not asked: ${why}`, {
      retry: 'never',
    })
}
