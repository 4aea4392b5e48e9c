import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { recordResult } from '../proof/record.ts'
import { root } from '../workspace.ts'
import type { SoakPart } from './parts.ts'

/** A line of the process that stands for a figure. */
interface Figure {
  readonly name: string
  readonly value: number | string
}

// In a process of its own: what is measured is its event loop and its memory.
const ofApiServer = (
  name: string,
  file: string = `packages/api-server/soak/${name}.soak.ts`,
): SoakPart['run'] => {
  return async (args) => {
    const flags = ['--expose-gc', '--conditions=@sitrep/source']
    const child = spawn(process.execPath, [...flags, file, ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'close')
    const figures: Figure[] = []
    for await (const line of createInterface({ input: child.stdout })) {
      const figure = figureIn(line)
      if (figure === undefined) console.log(line)
      else figures.push(figure)
    }
    const [code] = await ended
    // Whoever was ended on the way has measured nothing.
    if (figures.length > 0)
      recordResult(name, Object.fromEntries(figures.map((figure) => [figure.name, figure.value])))
    return code === 0
  }
}

function figureIn(line: string): Figure | undefined {
  if (!line.startsWith('{"name":')) return undefined
  const { name, value, unit } = JSON.parse(line) as Figure & { readonly unit?: string }
  const shown = typeof value === 'number' ? Math.round(value * 10) / 10 : value
  return { name: unit === undefined ? name : `${name}, ${unit}`, value: shown }
}

/** How long one request can hold the event loop of the API server. */
export const stalls: SoakPart = {
  name: 'stalls',
  summary: 'every hostile request that we know of, with the worst turn of the event loop beside it',
  usage: 'stalls [--only TEXT]',
  run: ofApiServer('stalls'),
}

/** Texts near the kept ones, for everything that the API server reads. */
export const fuzz: SoakPart = {
  name: 'fuzz',
  summary: 'texts near the corpus for every reader of the API server; nothing may crash, hang or answer 500',
  usage: 'fuzz --minutes 10 --seed 7',
  run: ofApiServer('fuzz'),
}

/** Writers of the API server and kill -9: what was acknowledged is there afterwards, once. */
export const crashes: SoakPart = {
  name: 'crashes',
  summary: 'the API server killed with kill -9 while six clients write; nothing acknowledged may be lost',
  usage: 'crashes [KILLS] [SEED]',
  run: ofApiServer('crashes', 'packages/api-server/clients/crash/long.ts'),
}
