import { ApiError, badRequest, invalid } from '../errors/api-error.ts'
import type { FieldError } from '../errors/field-error.ts'
import { forbiddenField, notSupported } from '../errors/field-errors.ts'
import { quoteGo } from '../json/quote.ts'
import { booleanParameter, integerParameter } from './query.ts'
import { type FieldSelector, parseFieldSelector } from './selectors/field-selector.ts'
import { type LabelSelector, parseLabelSelector } from './selectors/label-selector.ts'
import { SelectorSyntaxError } from './selectors/selector-error.ts'

/** What a list or a watch asks for. */
export interface ListOptions {
  readonly labels: LabelSelector
  readonly fields: FieldSelector
  /** Absent: whatever is most recent. */
  readonly revision: number | undefined
  readonly match: '' | 'Exact' | 'NotOlderThan'
  /** Zero: no limit. */
  readonly limit: number
  readonly continue: string
  readonly watch: boolean
  readonly timeoutSeconds: number | undefined
  readonly bookmarks: boolean
  /** A watch begins with the present state: asked for, or implied by asking for no particular revision. */
  readonly initialEvents: boolean
}

/** Reads and checks the query of a list or watch. Throws 400 for what cannot be read, 422 for what does not go together. */
export function parseListOptions(query: URLSearchParams, how: { readonly watch?: true } = {}): ListOptions {
  const labels = readSelector(() => parseLabelSelector(query.get('labelSelector') ?? ''))
  const fields = readSelector(() => parseFieldSelector(query.get('fieldSelector') ?? ''))
  const limit = integerParameter(query, 'limit') ?? 0
  const timeoutSeconds = integerParameter(query, 'timeoutSeconds')
  const watch = how.watch ?? booleanParameter(query, 'watch') ?? false
  const asked = booleanParameter(query, 'sendInitialEvents')
  const bookmarks = booleanParameter(query, 'allowWatchBookmarks') ?? false
  const version = query.get('resourceVersion') ?? ''
  const named = query.get('resourceVersionMatch') ?? ''
  const whatever = version === '' || version === '0'
  // A watch from nowhere in particular begins with what is there, as if it had asked for that.
  const implied = watch && asked === undefined && named === '' && whatever
  const sendInitialEvents = implied ? true : asked
  const match = implied ? 'NotOlderThan' : named
  const token = query.get('continue') ?? ''
  const errors = watch
    ? watchErrors({ match, sendInitialEvents, token })
    : listErrors({ match, sendInitialEvents, token, version })
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', name: 'ListOptions' }, '', errors)
  return {
    labels,
    fields,
    revision: watch ? parseWatchRevision(version) : parseRevision(version),
    match: match as ListOptions['match'],
    limit: Math.max(limit, 0),
    continue: token,
    watch,
    timeoutSeconds,
    bookmarks,
    initialEvents: sendInitialEvents ?? false,
  }
}

/** Throws a 400 for anything that is not a whole number. */
export function parseRevision(text: string): number | undefined {
  const problem = revisionProblem(text)
  if (problem !== undefined) throw badRequest(`invalid resource version: ${problem}`)
  return text === '' ? undefined : Number(text)
}

/** As `parseRevision`, for a single object or a watch: nobody takes the blame there, so it is a 500. */
export function parseWatchRevision(text: string): number | undefined {
  const problem = revisionProblem(text)
  if (problem !== undefined) throw new ApiError({ code: 500, message: problem })
  return text === '' ? undefined : Number(text)
}

function revisionProblem(text: string): string | undefined {
  if (text === '' || /^\d{1,15}$/.test(text)) return undefined
  const why = /^\d+$/.test(text) ? 'value out of range' : 'invalid syntax'
  return `resourceVersion: Invalid value: ${quoteGo(text)}: strconv.ParseUint: parsing ${quoteGo(text)}: ${why}`
}

function readSelector<Selector>(parse: () => Selector): Selector {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof SelectorSyntaxError)) throw error
    throw badRequest(error.message)
  }
}

interface Asked {
  readonly match: string
  readonly sendInitialEvents: boolean | undefined
  readonly token: string
}

const matchField = 'resourceVersionMatch'

function watchErrors({ match, sendInitialEvents, token }: Asked): FieldError[] {
  const errors: FieldError[] = []
  if (sendInitialEvents !== undefined && match !== 'NotOlderThan') {
    errors.push(
      forbiddenField(matchField, 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'),
    )
  }
  if (match === '') return errors
  if (sendInitialEvents === undefined) {
    errors.push(
      forbiddenField(
        matchField,
        'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
      ),
    )
  }
  if (match !== 'NotOlderThan') errors.push(notSupported(matchField, match, ['NotOlderThan']))
  if (token !== '')
    errors.push(forbiddenField(matchField, 'resourceVersionMatch is forbidden when continue is provided'))
  return errors
}

function listErrors({
  match,
  sendInitialEvents,
  token,
  version,
}: Asked & { readonly version: string }): FieldError[] {
  const errors: FieldError[] = []
  if (match !== '') {
    if (version === '') {
      errors.push(
        forbiddenField(matchField, 'resourceVersionMatch is forbidden unless resourceVersion is provided'),
      )
    }
    if (token !== '')
      errors.push(forbiddenField(matchField, 'resourceVersionMatch is forbidden when continue is provided'))
    if (match !== 'Exact' && match !== 'NotOlderThan') {
      errors.push(notSupported(matchField, match, ['Exact', 'NotOlderThan', '']))
    }
    if (match === 'Exact' && version === '0') {
      errors.push(
        forbiddenField(matchField, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'),
      )
    }
  }
  if (sendInitialEvents !== undefined) {
    errors.push(forbiddenField('sendInitialEvents', 'sendInitialEvents is forbidden for list'))
  }
  return errors
}
