import { AskError, type Source } from './source.ts'

/** What `export.js` leaves behind: every answer by its question. */
export interface Exported {
  readonly answers: Readonly<Record<string, unknown>>
  readonly at: string | number
  /** What this is a picture of, in words. */
  readonly words: string
}

/** Answers from what was exported once. Nothing changes, so nothing is told. */
export function createExportedSource({ answers, at, words }: Exported): Source {
  const byQuestion = new Map(Object.entries(answers).map(([url, answer]) => [canonical(url), answer]))
  const instant = typeof at === 'number' ? at : Date.parse(at)
  return {
    async ask<Answer>(url: string) {
      const answer = byQuestion.get(canonical(url))
      if (answer === undefined) throw new AskError('missing', 'This was not exported')
      return answer as Answer
    },
    follow(_after, { connection }) {
      connection({ state: 'snapshot', at: instant, words })
      return () => undefined
    },
    goesOn: false,
    now: () => instant,
    useToken: () => undefined,
  }
}

/** The same text for the same question, whatever the order of its parameters; empty ones say nothing. */
function canonical(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://export.invalid')
  const given = [...searchParams]
    // How much was asked for is no matter: what there is has been exported whole.
    .filter(([name, value]) => value !== '' && name !== 'limit')
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `${pathname}?${new URLSearchParams(given)}`
}
