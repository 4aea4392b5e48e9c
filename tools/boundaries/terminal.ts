import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../workspace.ts'
import { isTest } from './check.ts'
import type { SourceText } from './groups.ts'

type Way = readonly [past: RegExp, only: RegExp, instead: string]

const writer = /^apps\/sitrep\/src\/terminal\//

// biome-ignore format: the table is read as one; its columns stay aligned
const ways: readonly Way[] = [
  [/\bprocess\.std(out|err)\b/,                       writer,                                     'text goes through print, complain, document or paint of the context'],
  [/\{[^}]*\bstd(out|err)\b[^}]*\} = process\b/,      writer,                                     'text goes through print, complain, document or paint of the context'],
  [/\bconsole\s*[.[]/,                                writer,                                     'text goes through print or complain of the context'],
  [/\bwriteSync\(\s*[12]\b|\/dev\/(std(out|err)|tty)/, writer,                                    'text goes through print, complain, document or paint of the context'],
  [/\bfd: [12]\b/,                                    /^apps\/sitrep\/src\/program\/log\.ts$/,    'only the log has a stream of its own'],
  [/\bstyleText\b/,                                   writer,                                     'what text means is said with spans, and looks are chosen in terminal/'],
  [/\bownText\b|\bas TerminalText\b/,                 writer,                                     'only terminal/ knows which text is harmless'],
  [/\\u001b|\\x1b|\\u\{1b\}|\\033/i,                  writer,                                     'only terminal/ knows control sequences'],
  [/from 'ink'/,                                      /^apps\/sitrep\/src\/ui\/terminal\//,       'only the full-screen view draws by itself'],
]

/** Every line of the command line's production code that could reach a terminal past its one writer, with what to do instead. */
export function terminalProblems(sources: readonly SourceText[] = sourceTexts()): readonly string[] {
  return sources.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => {
      const found = ways.find(([past, only]) => !only.test(path) && past.test(line))
      return found === undefined
        ? []
        : [`${path}:${at + 1} goes past the writer of the terminal: ${found[2]}`]
    }),
  )
}

const sourceTexts = (): readonly SourceText[] =>
  globSync('apps/sitrep/src/**/*.ts', { cwd: root })
    .filter((path) => !isTest(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
