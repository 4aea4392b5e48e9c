import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '../../apps/sitrep/src/command.ts'
import { builtInFamilies } from '../../apps/sitrep/src/families/families.ts'
import { runCommand } from '../../apps/sitrep/src/main.ts'
import { openWriter } from '../../apps/sitrep/src/terminal/terminal-text.ts'
import { recordedWorld } from '../../apps/sitrep/src/testing.ts'
import { deliveryFamily } from '../../examples/delivery/src/family.ts'
import { root } from '../workspace.ts'
import { withCode } from './code-blocks.ts'
import { startGuideServer } from './guide-server.ts'

const guides = 'docs/guides'
/** A page that says so runs its command lines with the family of the example. */
const withExample = '<!-- family: examples/delivery -->'
const width = 100

/** The guides, with what their command lines print now: a block that begins with `$ sitrep …` is run and its output put below. */
export async function guidePages(): Promise<readonly { readonly file: string; readonly text: string }[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-guides-'))
  try {
    const recordedAt = layWorlds(folder)
    const pages = readdirSync(join(root, guides)).filter((name) => name.endsWith('.md'))
    const written = []
    for (const name of pages.sort()) {
      const file = `${guides}/${name}`
      const before = readFileSync(join(root, file), 'utf8')
      // Without a command line and code there is nothing to put in, and the page may have parts that somebody else makes.
      if (before.match(block) === null && !before.includes('<!-- code: ')) continue
      const families = before.includes(withExample) ? [...builtInFamilies, deliveryFamily] : builtInFamilies
      const clock = /<!-- clock: (\S+) -->/.exec(before)?.[1] ?? recordedAt
      written.push({ file, text: await served(withCode(before), { folder, clock, families }) })
    }
    return written
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Lays out what the guides' command lines read; the answer is the time at which the bundle was recorded. */
function layWorlds(folder: string): string {
  const { text, at } = recordedWorld('remediation')
  mkdirSync(join(folder, 'bundle'))
  writeFileSync(join(folder, 'bundle', 'objects.yaml'), text)
  for (const name of readdirSync(join(root, guides, 'worlds')))
    writeFileSync(join(folder, name), readFileSync(join(root, guides, 'worlds', name)))
  return at
}

interface Place {
  readonly folder: string
  readonly clock: string
  readonly families: Context['families']
  /** Of the terminal; absent: the output goes into a pipe. */
  readonly width?: number
}

/** A page that says `<!-- server -->`, or which world lies on it, has a server of its own. */
async function served(page: string, place: Place): Promise<string> {
  const asked = /<!-- server(?:: (\S+))? -->/.exec(page)
  if (asked === null) return withOutput(page, { ...place, width })
  const server = await startGuideServer({ ...place, world: asked[1] })
  try {
    return await withOutput(page, place)
  } finally {
    await server.close()
  }
}

const block = /```console\n\$ (sitrep [^\n]*)\n[\s\S]*?```/g

async function withOutput(page: string, place: Place): Promise<string> {
  // One after the other, and a line again where it stands again: what it finds may have changed.
  const outputs: string[] = []
  for (const [, line = ''] of page.matchAll(block)) outputs.push(await outputOf(line, place))
  return page.replaceAll(block, (_, line: string) => `\`\`\`console\n$ ${line}\n${outputs.shift()}\`\`\``)
}

// How many objects a server makes for itself, and with how many writes, depends on when it was stopped.
const uncounted = (line: string): string =>
  /store\.db is whole: \d|^Wrote \d+ objects|; the store goes on at revision /.test(line)
    ? line.replace(/\d+ objects/, 'N objects').replace(/revision \d+/, 'revision N')
    : line

// Ports, folders and how long it took are others every time.
const lasting = (line: string, folder: string): string =>
  uncounted(line)
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
    .replaceAll(folder, '~')
    .replace(/^ +\d+s(?= {2}\S)/, '    0s')

// Of a shell, only quotes and a final `| head -N` are understood.
async function outputOf(line: string, { folder, clock, families, width: columns }: Place): Promise<string> {
  const [command = '', most] = line.split(/ \| head -(?=\d+$)/)
  const words = (command.match(/'[^']*'|\S+/g) ?? []).slice(1).map((word) => word.replaceAll("'", ''))
  const printed: string[] = []
  const say = (text: string): void => void printed.push(...text.replace(/\n$/, '').split('\n'))
  const context: Context = {
    ...openWriter({ out: say, err: say, colour: false }),
    readInput: async () => '',
    width: words.includes('--help') ? width : columns,
    height: 40,
    colour: false,
    env: { HOME: folder },
    cwd: folder,
    now: () => Date.parse(clock),
    // Whoever only goes on until it is stopped is stopped as soon as it has begun.
    interrupted:
      ['up', 'view'].includes(words[0] ?? '') && !words.includes('--help')
        ? AbortSignal.abort()
        : new AbortController().signal,
    families,
  }
  await runCommand(words, context)
  const shown = most === undefined ? printed : printed.slice(0, Number(most))
  return shown.map((each) => `${lasting(each, folder).trimEnd()}\n`).join('')
}
