import { layers, published, purePackages } from '../workspace.ts'

/** The packages that exist, a layer a line, with what each uses. */
export function packageDiagram(): string {
  const present = new Map(published().map((each) => [each.short, each]))
  const uses = (short: string): string => {
    const names = Object.keys(present.get(short)?.manifest.dependencies ?? {})
    return names.length === 0
      ? 'nothing'
      : names.map((name) => `\`${name.replace('@sitrep/', '')}\``).join(', ')
  }
  const rows = layers
    .flat()
    .filter((short) => present.has(short))
    .map(
      (short) =>
        `| \`${short}\` | ${purePackages.includes(short) ? 'pure' : 'touches the world'} | ${uses(short)} |`,
    )
  const shorts = layers
    .map((layer) => layer.filter((short) => present.has(short)))
    .filter((layer) => layer.length > 0)
  const edges = shorts.flat().flatMap((short) =>
    Object.keys(present.get(short)?.manifest.dependencies ?? {})
      .filter((name) => name.startsWith('@sitrep/'))
      .map((name) => `  ${short} --> ${name.replace('@sitrep/', '')}`),
  )
  return [
    '| package | | uses |',
    '|---|---|---|',
    ...rows,
    '',
    '```mermaid',
    'graph BT',
    ...edges,
    '```',
    '',
  ].join('\n')
}
