import { createRequire } from 'node:module'

/**
 * A module of ours that is loaded when it is first called for: loading all of them is most of the time that a server takes to be ready.
 * At once and not as a promise, for it is needed in the middle of deciding a write. `path` begins at the module whose `url` is given and
 * has no ending: the compiler, which writes those of imports anew, cannot see it.
 */
export function onDemand<Module>(url: string, path: string): () => Module {
  let loaded: Module | undefined
  return () => {
    loaded ??= createRequire(url)(`${path}.${url.endsWith('.ts') ? 'ts' : 'js'}`) as Module
    return loaded
  }
}
