import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '../command.ts'
import { builtInFamilies } from '../families/families.ts'
import { openWorld } from '../source/open-world.ts'
import { openWriter } from '../terminal/terminal-text.ts'
import type { DashboardParts } from './dashboard.ts'
import { openFileDashboard } from './file-dashboard.ts'

/** The dashboard over a file with this text, as of this time. */
export async function dashboardOf(text: string, at: string): Promise<DashboardParts> {
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-dashboard-'))
  const context: Context = {
    ...openWriter({ out: () => {}, err: () => {}, colour: false }),
    readInput: async () => '',
    width: undefined,
    height: undefined,
    colour: false,
    env: {},
    cwd: folder,
    now: () => Date.parse(at),
    interrupted: new AbortController().signal,
    families: builtInFamilies,
  }
  try {
    writeFileSync(join(folder, 'world.yaml'), text)
    const call = { words: [], options: { filename: ['world.yaml'], at } }
    return await openFileDashboard(await openWorld(call, context), { sitrep: ['-f', 'world.yaml'] })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A page that is as good as any. */
export const anyPage = (): ReadonlyMap<string, { type: string; body: Uint8Array }> =>
  new Map([
    [
      'index.html',
      { type: 'text/html; charset=utf-8', body: Buffer.from('<!doctype html><title>Sitrep</title>') },
    ],
    ['page.js', { type: 'text/javascript; charset=utf-8', body: Buffer.from('"use strict"') }],
    ['page.css', { type: 'text/css; charset=utf-8', body: Buffer.from('') }],
    ['export.js', { type: 'text/javascript; charset=utf-8', body: Buffer.from('') }],
  ])
