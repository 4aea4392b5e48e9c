import { hashOf } from './loopback-address.ts'

/** A port of a Gateway, and the one that is open for it. */
export interface OpenedPort {
  readonly name: string
  readonly host: string
  readonly port: number
  readonly opened: number
}

/** Where ports are mapped, and what is already open there. */
export interface PortGround {
  readonly name: string
  readonly host: string
  readonly lowestPort: number
  /** Who has which port already; what is given out here is added, and what the same Gateway had elsewhere is taken out. */
  readonly opened: OpenedPort[]
  /** Whether nobody else on this machine has a port of that address. */
  readonly isFree: (host: string, port: number) => Promise<boolean>
}

const [first, last] = [20_000, 40_000]

/** The ports that are opened in place of those that may not be opened, or that somebody else has on the same address. */
export async function mappedPorts(
  ports: readonly number[],
  { name, host, lowestPort, opened, isFree }: PortGround,
): Promise<Readonly<Record<number, number>>> {
  const moved = opened.filter((each) => each.name !== name || each.host === host)
  opened.splice(0, opened.length, ...moved)
  const isTaken = (port: number): boolean => opened.some((each) => each.host === host && each.opened === port)
  const found = new Map(
    opened.filter((each) => each.name === name).map((each) => [each.port, each.opened] as const),
  )
  const take = async (port: number, candidates: readonly number[]): Promise<void> => {
    if (found.has(port)) return
    for (const candidate of candidates) {
      if (isTaken(candidate) || !(await isFree(host, candidate))) continue
      found.set(port, candidate)
      opened.push({ name, host, port, opened: candidate })
      return
    }
  }
  // Those that can be had as they are come first: none of them is to be taken in place of another.
  for (const port of ports) if (port >= lowestPort) await take(port, [port])
  for (const port of ports) await take(port, elsewhere(port, name))
  const elsewhereNow = ports.flatMap((port) => {
    const now = found.get(port) ?? port
    return now === port ? [] : [[port, now] as const]
  })
  return Object.fromEntries(elsewhereNow)
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
