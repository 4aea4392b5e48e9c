import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where `npm run peers` keeps what it built: outside the tree, so that a fresh checkout finds it again. */
export function peersCache(env: NodeJS.ProcessEnv = process.env): string {
  return join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'sitrep', 'peers')
}

/**
 * The path of a genuine program (`kube-apiserver`, `etcd`, …) or nothing where it is neither built nor installed.
 * What `npm run peers` built comes first, for its version is known; then `KUBEBUILDER_ASSETS`, the convention of envtest.
 */
export function findPeer(name: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const assets = env['KUBEBUILDER_ASSETS']
  const places = [join(peersCache(env), name), ...(assets === undefined ? [] : [join(assets, name)])]
  return places.find((place) => existsSync(place))
}

/** One line that tells how to get what `findPeer` did not find. */
export const howToGetPeers =
  'run `npm run peers` (it needs Go 1.26 or newer, https://go.dev/dl) or point KUBEBUILDER_ASSETS at a folder with them'
