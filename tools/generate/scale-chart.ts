import type { Result } from '../proof/record.ts'

interface Bar {
  readonly size: string
  readonly value: number
}

/** One measured thing over all sizes. */
interface Panel {
  readonly title: string
  readonly unit: string
  readonly bars: readonly Bar[]
}

const [left, barHeight, gap, panelHead, width] = [210, 18, 6, 34, 640] as const
const longest = width - left - 90

/** The recorded cost of worlds by their size, as a picture: one panel a thing, one bar a size. */
export function scaleChart(measured: readonly Result[]): string {
  const result = measured.find(({ part }) => part === 'scale')
  const panels = panelsOf(result?.figures ?? {})
  let top = 10
  const drawn = panels.map((panel) => {
    const text = drawnPanel(panel, top)
    top += panelHead + panel.bars.length * (barHeight + gap)
    return text
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${top + 10}" viewBox="0 0 ${width} ${top + 10}" font-family="sans-serif" font-size="12">`,
    '<title>What a world costs by its size</title>',
    `<rect width="${width}" height="${top + 10}" fill="#ffffff"/>`,
    ...drawn,
    '</svg>',
    '',
  ].join('\n')
}

// `size M, 200 × 53 machines: full status, s`
const figure = /^size (?<size>.+): (?<title>[^:]+), (?<unit>\w+)$/

function panelsOf(figures: Result['figures']): readonly Panel[] {
  const rows = Object.entries(figures).flatMap(([name, value]) => {
    const { size = '', title = '', unit = '' } = figure.exec(name)?.groups ?? {}
    return title === '' ? [] : [{ size, title, unit, value: Number(value) }]
  })
  return [...Map.groupBy(rows, ({ title }) => title)].map(([title, bars]) => ({
    title,
    unit: bars[0]?.unit ?? '',
    bars,
  }))
}

function drawnPanel({ title, unit, bars }: Panel, top: number): string {
  const most = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE)
  return [
    `<text x="10" y="${top + 20}" font-weight="bold">${escaped(title)}, ${escaped(unit)}</text>`,
    ...bars.map(({ size, value }, at) => {
      const y = top + panelHead + at * (barHeight + gap)
      const length = Math.max(1, Math.round((value / most) * longest))
      return [
        `<text x="${left - 8}" y="${y + 13}" text-anchor="end">${escaped(size)}</text>`,
        `<rect x="${left}" y="${y}" width="${length}" height="${barHeight}" fill="#3b6ea5"/>`,
        `<text x="${left + length + 6}" y="${y + 13}">${value.toLocaleString('en')}</text>`,
      ].join('')
    }),
  ].join('\n')
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
