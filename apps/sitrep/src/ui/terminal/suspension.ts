/** What to do before the process is stopped, and when it goes on. */
export interface Suspendable {
  readonly leave: () => Promise<void>
  readonly comeBack: () => void
  /** The terminal could be neither left nor taken again. */
  readonly failed: (error: unknown) => void
}

/** How a terminal is given back while a process is stopped. */
export interface Suspension {
  /** As Ctrl-Z does where a terminal is not raw: all that was started together stops. */
  readonly suspend: () => Promise<void>
  readonly end: () => void
}

// Where nobody can be stopped (no shell to come back to) it goes on by itself.
const unstoppedMs = 500

/** Leaves the screen when the process is stopped by anybody, and draws it again when it goes on. */
export function watchSuspension({ leave, comeBack, failed }: Suspendable): Suspension {
  let away = false
  const back = (): void => {
    if (away) comeBack()
    away = false
  }
  const stop = async (target: number): Promise<void> => {
    if (away) return
    away = true
    await leave()
    process.off('SIGTSTP', stopped)
    process.kill(target, 'SIGTSTP')
    setTimeout(back, unstoppedMs)
  }
  const stopped = (): void => {
    stop(process.pid).catch(failed)
  }
  const continued = (): void => {
    process.off('SIGTSTP', stopped)
    process.on('SIGTSTP', stopped)
    // Somebody stopped it without asking: the shell has used the terminal since.
    if (away) back()
    else leave().then(comeBack).catch(failed)
  }
  process.on('SIGTSTP', stopped)
  process.on('SIGCONT', continued)
  return {
    suspend: () => stop(0),
    end: () => {
      process.off('SIGTSTP', stopped)
      process.off('SIGCONT', continued)
    },
  }
}
