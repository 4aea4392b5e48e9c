/** One clause of an Accept header. */
export interface AcceptClause {
  readonly type: string
  readonly params: Readonly<Record<string, string>>
}

// A header may have a megabyte. No client asks for more than a few types with a few parameters each.
const mostClauses = 100
const mostParams = 20

/** The clauses in order of preference; among equals, in the order they were written. Of too many, the first hundred. */
export function parseAccept(header: string): readonly AcceptClause[] {
  return header
    .split(',', mostClauses)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '')
    .map(parseClause)
    .sort((a, b) => b.quality - a.quality)
}

function parseClause(clause: string): AcceptClause & { readonly quality: number } {
  const [type = '', ...rest] = clause.split(';', mostParams + 1).map((part) => part.trim())
  const params: Record<string, string> = Object.create(null) as Record<string, string>
  for (const part of rest) {
    const [name = '', value = ''] = part.split('=').map((side) => side.trim())
    params[name.toLowerCase()] = value.replace(/^"|"$/g, '')
  }
  const quality = Number(params['q'] ?? '1')
  delete params['q']
  return { type: type.toLowerCase(), params, quality: Number.isNaN(quality) ? 1 : quality }
}
