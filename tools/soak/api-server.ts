import { spawnSync } from 'node:child_process'
import { root } from '../workspace.ts'
import type { SoakPart } from './parts.ts'

// In a process of its own: what is measured is its event loop and its memory.
const ofApiServer = (name: string): SoakPart['run'] => {
  const file = `packages/api-server/soak/${name}.soak.ts`
  return async (args) => {
    const flags = ['--expose-gc', '--conditions=@sitrep/source']
    return (
      spawnSync(process.execPath, [...flags, file, ...args], { cwd: root, stdio: 'inherit' }).status === 0
    )
  }
}

/** How long one request can hold the event loop of the API server. */
export const stalls: SoakPart = {
  name: 'stalls',
  summary: 'every hostile request that we know of, with the worst turn of the event loop beside it',
  usage: 'stalls',
  run: ofApiServer('stalls'),
}

/** Texts near the kept ones, for everything that the API server reads. */
export const fuzz: SoakPart = {
  name: 'fuzz',
  summary: 'texts near the corpus for every reader of the API server; nothing may crash, hang or answer 500',
  usage: 'fuzz --minutes 10 --seed 7',
  run: ofApiServer('fuzz'),
}
