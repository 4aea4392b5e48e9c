/** When an endpoint that fails is put aside, and for how long. */
export interface HealthSettings {
  readonly failuresInRow: number
  /** The first time; twice as long every further time, until it answers again. */
  readonly asideMs: number
  readonly asideAtMostMs: number
}

/** The settings that hold unless something else is said. */
export const usualHealth: HealthSettings = { failuresInRow: 3, asideMs: 1_000, asideAtMostMs: 30_000 }

/** How endpoints have been doing, whatever configuration they were asked by. Nothing is kept of those that do well. */
export interface Health {
  readonly isAside: (endpoint: string) => boolean
  readonly succeeded: (endpoint: string) => void
  readonly failed: (endpoint: string) => void
  /** What a check of its own found out, besides the traffic: an endpoint that does not pass stays aside until it does. */
  readonly checked: (endpoint: string, passed: 'passed' | 'not passed') => void
  /** Forgets the endpoints that nobody has any more. */
  readonly keepOnly: (isKept: (endpoint: string) => boolean) => void
}

interface Trouble {
  failures: number
  timesAside: number
  asideUntil: number
  down: boolean
}

/** Remembers failures and asks the time only to forget them. */
export function createHealth(now: () => number, settings: HealthSettings = usualHealth): Health {
  const troubles = new Map<string, Trouble>()
  const troubleOf = (endpoint: string): Trouble => {
    const known = troubles.get(endpoint) ?? { failures: 0, timesAside: 0, asideUntil: 0, down: false }
    troubles.set(endpoint, known)
    return known
  }
  const succeeded = (endpoint: string): void => {
    const trouble = troubles.get(endpoint)
    if (trouble === undefined) return
    if (!trouble.down) troubles.delete(endpoint)
    else Object.assign(trouble, { failures: 0, timesAside: 0, asideUntil: 0 })
  }
  return {
    isAside(endpoint) {
      const trouble = troubles.get(endpoint)
      return trouble !== undefined && (trouble.down || trouble.asideUntil > now())
    },
    succeeded,
    failed(endpoint) {
      const trouble = troubleOf(endpoint)
      trouble.failures += 1
      // Of many requests under way to one endpoint all fail together: that is one reason to put it aside, not many.
      if (trouble.failures < settings.failuresInRow || trouble.asideUntil > now()) return
      const asideMs = Math.min(settings.asideMs * 2 ** trouble.timesAside, settings.asideAtMostMs)
      trouble.asideUntil = now() + asideMs
      trouble.timesAside += 1
    },
    checked(endpoint, passed) {
      if (passed === 'not passed') {
        troubleOf(endpoint).down = true
        return
      }
      const trouble = troubles.get(endpoint)
      if (trouble !== undefined) trouble.down = false
      succeeded(endpoint)
    },
    keepOnly(isKept) {
      for (const endpoint of troubles.keys()) if (!isKept(endpoint)) troubles.delete(endpoint)
    },
  }
}
