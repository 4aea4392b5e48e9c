/** What is known about a question: yes, no, or that nobody can tell yet; and why, in words. */
export interface Answer {
  readonly is: 'yes' | 'no' | 'unknown'
  readonly says: string
}

export const yes = (says: string): Answer => ({ is: 'yes', says })
export const no = (says: string): Answer => ({ is: 'no', says })
export const unknown = (says: string): Answer => ({ is: 'unknown', says })

export const given = (holds: boolean, says: string): Answer => (holds ? yes(says) : no(says))

/** All of them: one no is enough for a no, and one that nobody knows keeps the rest from being a yes. */
export function allOf(answers: readonly Answer[]): Answer {
  const bad = answers.filter(({ is }) => is === 'no')
  if (bad.length > 0) return no(joined(bad))
  const open = answers.filter(({ is }) => is === 'unknown')
  return open.length > 0 ? unknown(joined(open)) : yes(joined(answers))
}

/** One of them. */
export function anyOf(answers: readonly Answer[]): Answer {
  const good = answers.find(({ is }) => is === 'yes')
  if (good !== undefined) return good
  const open = answers.some(({ is }) => is === 'unknown')
  return { is: open ? 'unknown' : 'no', says: joined(answers) }
}

/** The contrary; what nobody knows stays so. */
export const not = ({ is, says }: Answer): Answer =>
  is === 'unknown' ? { is, says } : { is: is === 'yes' ? 'no' : 'yes', says }

const joined = (answers: readonly Answer[]): string =>
  [...new Set(answers.map(({ says }) => says))].join('; ')
