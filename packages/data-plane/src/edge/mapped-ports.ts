import { hashOf } from './loopback-address.ts'

/** Where ports are mapped, and what is already open there. */
export interface PortGround {
  readonly name: string
  readonly host: string
  readonly lowestPort: number
  /** Who has which `<host>:<port>` already; what is given out here is added. */
  readonly opened: Map<string, string>
}

const [first, last] = [20_000, 40_000]

/** The ports that are opened in place of those that may not be opened, or that another Gateway has on the same address. */
export function mappedPorts(
  ports: readonly number[],
  { name, host, lowestPort, opened }: PortGround,
): Readonly<Record<number, number>> {
  const mapped: Record<number, number> = {}
  const take = (port: number): boolean => {
    const key = `${host}:${port}`
    const owner = opened.get(key)
    if (owner !== undefined) return false
    opened.set(key, name)
    return true
  }
  const allowed = ports.filter((port) => port >= lowestPort && take(port))
  for (const port of ports) {
    if (allowed.includes(port)) continue
    mapped[port] = elsewhere(port, name).find(take) ?? port
  }
  return mapped
}

// 80 becomes 8080 and 443 becomes 8443, as everybody does it; then whatever follows from the name.
function elsewhere(port: number, name: string): readonly number[] {
  const usual = port < 1000 ? 8000 + port : 10_000 + port
  const start = hashOf(`${name} ${port}`)
  const others = Array.from({ length: 64 }, (_, at) => first + ((start + at) % (last - first)))
  return [...(port === 443 || port === 80 ? [port === 80 ? 8080 : 8443] : [usual]), ...others].filter(
    (each) => each <= 65_535,
  )
}
