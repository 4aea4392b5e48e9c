interface Wishes {
  readonly env: Readonly<Record<string, string | undefined>>
  /** All that was typed. */
  readonly typed: readonly string[]
  readonly terminal: boolean
}

/** Whether to use colours: on a terminal unless somebody does not want them; elsewhere only where they are forced. */
export function wantsColour({ env, typed, terminal }: Wishes): boolean {
  if (typed.includes('--no-color') || isSet(env.NO_COLOR)) return false
  if (isSet(env.FORCE_COLOR)) return env.FORCE_COLOR !== '0'
  return terminal && env.TERM !== 'dumb'
}

// By convention an empty variable counts as none (no-color.org).
const isSet = (value: string | undefined): boolean => value !== undefined && value !== ''
