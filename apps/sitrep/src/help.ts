import { wrap } from '@sitrep/present/lines'
import type { Command, OptionDescription } from './command.ts'
import { generalOptions } from './options/general-options.ts'
import { registry } from './registry.ts'

/** What somebody can do who has no cluster at hand. */
export const firstSteps: readonly string[] = [
  'There is no cluster to look at. To begin:',
  '',
  '  sitrep up --scenario demo        a small fleet on this machine, in which things go wrong',
  '  export KUBECONFIG=FILE; sitrep   a cluster of your own',
  '  sitrep -f bundle/                files: manifests, a dump, a support bundle',
]

/** What the program says about itself. */
export function programHelp(): readonly string[] {
  const width = Math.max(...registry.map(({ name }) => name.length))
  return [
    'Sitrep: is it ready, and if not, why?',
    '',
    'Usage: sitrep COMMAND [ARGUMENTS] [OPTIONS]',
    '',
    ...registry.map(({ name, summary }) => `  ${name.padEnd(width)}   ${summary}`),
    '',
    'sitrep alone is sitrep trouble: what is wrong anywhere, each with its first cause.',
    'sitrep COMMAND --help shows how a command is used, with examples.',
    'Exit codes: 0 yes, 1 the answer is no, 2 wrong usage, 3 could not find out, 130 or 143 stopped.',
  ]
}

// In a pipe, or wider than this, long lines are hard to read.
const widest = 120

/** How one command is used, in lines that fit; what can be copied stays whole. */
export function commandHelp(command: Command, terminal: number | undefined): readonly string[] {
  const columns = Math.min(terminal ?? widest, widest)
  const options = Object.entries({ ...command.options, ...generalOptions }).map(
    ([name, option]) => [flags(name, option), option.help] as const,
  )
  const width = Math.max(...options.map(([text]) => text.length))
  return [
    command.summary,
    '',
    ...command.usage.flatMap((usage, at) =>
      hanging(at === 0 ? 'Usage: ' : '       ', `sitrep ${usage}`, columns),
    ),
    ...(command.description === undefined ? [] : ['', ...paragraphs(command.description, columns)]),
    '',
    'Options:',
    ...options.flatMap(([text, help]) => hanging(`  ${text.padEnd(width)}   `, help, columns)),
    ...(command.examples.length === 0 ? [] : ['', 'Examples:']),
    ...command.examples.flatMap(({ does, line }) => [...hanging('  # ', does, columns), `  sitrep ${line}`]),
  ]
}

// Sentences flow together; a line that is set in is an entry of a list and stays one.
function paragraphs(description: string, columns: number): readonly string[] {
  const lines: string[] = []
  let flowing = ''
  const flush = (): void => {
    if (flowing !== '') lines.push(...wrap(flowing, columns))
    flowing = ''
  }
  for (const line of description.split('\n')) {
    if (!line.startsWith(' ')) {
      flowing = flowing === '' ? line : `${flowing} ${line}`
      continue
    }
    flush()
    lines.push(...hanging('  ', line.trim(), columns))
  }
  flush()
  return lines
}

function hanging(label: string, text: string, columns: number): readonly string[] {
  const [first = '', ...rest] = wrap(text, Math.max(20, columns - label.length))
  return [`${label}${first}`, ...rest.map((line) => `${' '.repeat(label.length)}${line}`)]
}

function flags(name: string, { short, value }: OptionDescription): string {
  return `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`
}
