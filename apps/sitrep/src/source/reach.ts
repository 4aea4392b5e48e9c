import type { Reach } from '@sitrep/present'
import type { Call } from '../command.ts'

/** The words by which another command line reaches the world that this one looks at. */
export function reachOf({ options }: Call): Reach {
  const kubectl = ['kubeconfig', 'context'].flatMap((name) => worded(name, options[name]))
  const files = (options.filename ?? []) as readonly string[]
  if (files.length === 0) return { kubectl, sitrep: [...kubectl, ...worded('api', options.api)] }
  const others = ['at', 'profile'].flatMap((name) => worded(name, options[name]))
  return { sitrep: [...files.flatMap((file) => ['-f', file]), ...others] }
}

const worded = (name: string, value: unknown): readonly string[] =>
  typeof value === 'string' ? [`--${name}`, value] : []
