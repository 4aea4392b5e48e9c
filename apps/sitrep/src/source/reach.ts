import type { Reach } from '@sitrep/present'
import type { Family } from '@sitrep/status'
import type { Call, Context } from '../command.ts'

/** The words by which another command line reaches the world that this one looks at, and sees it the same way. */
export function reachOf(
  { options }: Call,
  { calledAs }: Pick<Context, 'calledAs'>,
  families: readonly Pick<Family, 'settings'>[],
): Reach {
  const kubectl = ['kubeconfig', 'context'].flatMap((name) => worded(name, options[name]))
  const files = (options.filename ?? []) as readonly string[]
  const settings = families
    .flatMap((family) => family.settings ?? [])
    .flatMap(({ flag }) => worded(flag, options[flag]))
  if (files.length === 0) {
    const watcher = ['api', 'data'].flatMap((name) => worded(name, options[name]))
    return { calledAs, kubectl, watcher, sitrep: [...kubectl, ...settings] }
  }
  const others = ['whole', 'at', 'profile'].flatMap((name) => worded(name, options[name]))
  return { calledAs, sitrep: [...files.flatMap((file) => ['-f', file]), ...others, ...settings] }
}

function worded(name: string, value: Call['options'][string]): readonly string[] {
  if (value === undefined || value === false) return []
  if (value === true) return [`--${name}`]
  return typeof value === 'string' ? [`--${name}`, value] : value.flatMap((each) => [`--${name}`, each])
}
