/** `npm run peers`: builds the genuine programs that tests compare ours with. Never fails a run: what cannot be built, or not within SITREP_PEERS_MINUTES, is said and skipped. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildPeer, installedGo } from './peers/build-peer.ts'
import { peersCache } from './peers/find-peer.ts'

const root = join(import.meta.dirname, 'peers')
const only = process.argv.slice(2)
const go = await installedGo()
// The whole of it, not each: a bare machine with two cores must come to an end.
const endsAt = performance.now() + Number(process.env.SITREP_PEERS_MINUTES ?? 60) * 60_000
if (go === undefined) {
  console.log('peers: skipped, Go is not installed (get it from https://go.dev/dl, 1.26 or newer)')
} else {
  const folders = globSync('*/go.mod', { cwd: root }).map(dirname).filter(holdsPrograms).sort()
  for (const name of folders.filter((folder) => only.length === 0 || only.includes(folder))) {
    const withinMs = Math.max(0, endsAt - performance.now())
    const { outcome, note } = await buildPeer(join(root, name), { cache: peersCache(), go, withinMs })
    console.log(`${name}: ${outcome} (${note})`)
  }
}

// Of a module that is there for its files alone nothing is to be built.
function holdsPrograms(folder: string): boolean {
  const tools = /^tool[ (]/m.test(readFileSync(join(root, folder, 'go.mod'), 'utf8'))
  return tools || globSync('*.go', { cwd: join(root, folder) }).length > 0
}
