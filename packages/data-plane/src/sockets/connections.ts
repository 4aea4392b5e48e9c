import type { Socket } from 'node:net'

/** The connections that came in by one listener, so that they can be asked to go when it goes. */
export interface ConnectionGroup {
  /** Aborted when they shall go. */
  readonly leaving: AbortSignal
  readonly hold: (socket: Socket) => void
}

/** The groups of one port. */
export interface ConnectionGroups {
  readonly of: (name: string) => ConnectionGroup
  /** Asks all groups but these to go; what is left of them after the time to drain is closed. */
  readonly keepOnly: (names: ReadonlySet<string>) => Promise<void>
}

/** Keeps the open connections of one port, in groups. */
export function createConnectionGroups(drainMs: number): ConnectionGroups {
  const groups = new Map<string, ReturnType<typeof createGroup>>()
  return {
    of(name) {
      const group = groups.get(name) ?? createGroup()
      groups.set(name, group)
      return group
    },
    async keepOnly(names) {
      const gone = [...groups].filter(([name]) => !names.has(name))
      // A listener that comes back later begins anew.
      for (const [name] of gone) groups.delete(name)
      await Promise.all(gone.map(([, group]) => group.drain(drainMs)))
    },
  }
}

function createGroup() {
  const sockets = new Set<Socket>()
  const controller = new AbortController()
  const emptied = Promise.withResolvers<void>()
  const settle = (): void => {
    if (controller.signal.aborted && sockets.size === 0) emptied.resolve()
  }
  return {
    leaving: controller.signal,
    hold(socket: Socket): void {
      if (socket.closed) return
      sockets.add(socket)
      socket.once('close', () => {
        sockets.delete(socket)
        settle()
      })
    },
    async drain(withinMs: number): Promise<void> {
      controller.abort()
      settle()
      const timer = setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, withinMs)
      await emptied.promise
      clearTimeout(timer)
    },
  }
}
