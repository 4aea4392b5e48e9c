import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '../../apps/sitrep/src/command.ts'
import { runCommand } from '../../apps/sitrep/src/main.ts'
import { recordedWorld } from '../../apps/sitrep/src/testing.ts'
import { root } from '../workspace.ts'

const guides = 'docs/guides'
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
      // Without a command line there is nothing to put in, and the page may have parts that somebody else makes.
      if (before.match(block) === null) continue
      const clock = /<!-- clock: (\S+) -->/.exec(before)?.[1] ?? recordedAt
      written.push({ file, text: await withOutput(before, { folder, clock }) })
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
}

const block = /```console\n\$ (sitrep [^\n]*)\n[\s\S]*?```/g

async function withOutput(page: string, place: Place): Promise<string> {
  const outputs = new Map<string, string>()
  for (const [, line = ''] of page.matchAll(block)) outputs.set(line, await outputOf(line, place))
  return page.replaceAll(block, (_, line: string) => `\`\`\`console\n$ ${line}\n${outputs.get(line)}\`\`\``)
}

// Of a shell, only quotes and a final `| head -N` are understood.
async function outputOf(line: string, { folder, clock }: Place): Promise<string> {
  const [command = '', most] = line.split(/ \| head -(?=\d+$)/)
  const words = (command.match(/'[^']*'|\S+/g) ?? []).slice(1).map((word) => word.replaceAll("'", ''))
  const printed: string[] = []
  const print = (text: string): void => void printed.push(...text.split('\n'))
  const context: Context = {
    print,
    complain: print,
    write: print,
    readInput: async () => '',
    width,
    height: 40,
    colour: false,
    env: { HOME: folder },
    cwd: folder,
    now: () => Date.parse(clock),
    interrupted: new AbortController().signal,
  }
  await runCommand(words, context)
  const shown = most === undefined ? printed : printed.slice(0, Number(most))
  return shown.map((each) => `${each.trimEnd()}\n`).join('')
}
