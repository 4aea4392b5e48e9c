import { type Connection, ControllerError, withQuery } from '@sitrep/controller/connection'
import { type Family, type KindRef, type KubeObject, kindKey, at as valueAt } from '@sitrep/status'

/** Somebody who has written, by what the field managers say. */
export interface FoundWriter {
  readonly kind: KindRef
  readonly manager: string
  readonly types: readonly string[]
  /** When it wrote last, in milliseconds since the epoch. */
  readonly lastWrite: number
}

export interface RunningQuestion {
  /** Who knows which Leases the controllers of a family hold. */
  readonly families: readonly Pick<Family, 'writers'>[]
  /** Waits, and keeps the process alive meanwhile. */
  readonly pause: (milliseconds: number) => Promise<unknown>
  readonly now: number
}

// Replicas renew every two seconds where nobody has set anything else.
const renewsWithinMs = 5_000
// Without a Lease only its last words tell. Of a controller that is known to hold one, none at all says much already.
const [knownSilentMs, silentMs] = [10 * 60_000, 24 * 3_600_000]

/** Those who run: whoever does not renew its Lease any more, or has not written for long and holds none, has only left its name behind. */
export async function runningAmong(
  connection: Connection,
  writers: readonly FoundWriter[],
  { families, pause, now }: RunningQuestion,
): Promise<readonly FoundWriter[]> {
  const known = families.flatMap((family) => family.writers ?? [])
  const leasesOf = ({ kind, manager }: FoundWriter): readonly string[] =>
    known
      .filter((row) => row.manager === manager && row.kinds.some((each) => kindKey(each) === kindKey(kind)))
      .map(({ lease }) => lease)
  const names = new Set(writers.flatMap(leasesOf))
  const states = names.size === 0 ? new Map() : await leaseStates(connection, names, pause)
  // Who may not look at Leases cannot tell: then everybody counts as running.
  if (states === undefined) return writers
  return writers.filter((writer) => {
    const leases = leasesOf(writer)
    const held = leases.flatMap((name) => states.get(name) ?? [])
    if (held.length > 0) return held.includes('renewed')
    return now - writer.lastWrite < (leases.length > 0 ? knownSilentMs : silentMs)
  })
}

type LeaseState = 'renewed' | 'left'

/** What becomes of Leases within a few seconds: clocks of different machines are not compared. */
async function leaseStates(
  connection: Connection,
  names: ReadonlySet<string>,
  pause: RunningQuestion['pause'],
): Promise<ReadonlyMap<string, readonly LeaseState[]> | undefined> {
  const first = await leasesNamed(connection, names)
  if (first === undefined) return undefined
  const isHeld = first.some((lease) => holderOf(lease) !== '')
  if (isHeld) await pause(renewsWithinMs)
  const second = isHeld ? ((await leasesNamed(connection, names)) ?? first) : first
  const states = new Map<string, LeaseState[]>()
  for (const lease of second) {
    const { name, namespace } = lease.metadata
    const before = first.find(({ metadata }) => metadata.name === name && metadata.namespace === namespace)
    const state = holderOf(lease) !== '' && renewalOf(lease) !== renewalOf(before) ? 'renewed' : 'left'
    states.set(name, [...(states.get(name) ?? []), state])
  }
  return states
}

async function leasesNamed(
  connection: Connection,
  names: ReadonlySet<string>,
): Promise<readonly KubeObject[] | undefined> {
  try {
    const found = await Promise.all(
      [...names].map((name) => {
        // One by one: so it takes no more than the right to see these.
        const path = withQuery('/apis/coordination.k8s.io/v1/leases', {
          fieldSelector: `metadata.name=${name}`,
        })
        return connection.request<{ items?: readonly KubeObject[] }>({ path })
      }),
    )
    return found.flatMap(({ items = [] }) => items)
  } catch (error) {
    if (error instanceof ControllerError && (error.code === 'forbidden' || error.code === 'not-found'))
      return undefined
    throw error
  }
}

const holderOf = (lease: KubeObject): string => String(valueAt(lease, 'spec', 'holderIdentity') ?? '')
const renewalOf = (lease: KubeObject | undefined): string =>
  `${valueAt(lease, 'spec', 'holderIdentity')} ${valueAt(lease, 'spec', 'renewTime')}`
