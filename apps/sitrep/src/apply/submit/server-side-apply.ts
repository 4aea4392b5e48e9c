import { isDeepStrictEqual } from 'node:util'
import {
  type Connection,
  ControllerError,
  type ControllerErrorCode,
  withQuery,
} from '@sitrep/controller/connection'
import { safeText } from '@sitrep/present'
import type { KubeObject } from '@sitrep/status'
import type { PlacedDocument } from './resolve.ts'

/** Under this name the server remembers which fields came from here. */
const fieldManager = 'sitrep-apply'

export const results = ['created', 'configured', 'unchanged'] as const
export type Result = (typeof results)[number]

/** A document that the server has taken. */
export interface Applied {
  readonly placed: PlacedDocument
  readonly result: Result
  /** As the server has it now. */
  readonly object: KubeObject
}

export interface ApplyOptions {
  readonly connection: Connection
  /** Takes fields over from whoever set them. */
  readonly force: boolean
  readonly signal: AbortSignal
  /** Told of what the server warns of when it takes a document. */
  readonly onWarning: (placed: PlacedDocument, text: string) => void
}

/** Asks whether the server would take a document; nothing is written. Answers with what speaks against it. */
export async function tryOut(placed: PlacedDocument, options: ApplyOptions): Promise<string | undefined> {
  try {
    await patch(placed, options, { query: { dryRun: 'All' } })
    return undefined
  } catch (error) {
    return objectionOf(error)
  }
}

/** Applies a document and tells what that changed. */
export async function applyDocument(placed: PlacedDocument, options: ApplyOptions): Promise<Applied> {
  const before = await getObject(options.connection, placed.path, options.signal)
  const object = await patch(placed, options, told(placed, options))
  const same = before?.metadata.resourceVersion === object.metadata.resourceVersion
  const result = before === undefined ? 'created' : same ? 'unchanged' : 'configured'
  return { placed, result, object }
}

/** Has the server tell what applying a document would change; nothing is written. */
export async function rehearseDocument(placed: PlacedDocument, options: ApplyOptions): Promise<Applied> {
  const before = await getObject(options.connection, placed.path, options.signal)
  const object = await patch(placed, options, { ...told(placed, options), query: { dryRun: 'All' } })
  const same = isDeepStrictEqual(content(before), content(object))
  const result = before === undefined ? 'created' : same ? 'unchanged' : 'configured'
  return { placed, result, object }
}

// What a server counts and notes by itself is no change that anybody asked for.
function content(object: KubeObject | undefined): unknown {
  if (object === undefined) return undefined
  const {
    managedFields: _managers,
    resourceVersion: _version,
    generation: _generation,
    ...metadata
  } = object.metadata as KubeObject['metadata'] & { readonly managedFields?: unknown }
  return { ...object, metadata }
}

const told = (placed: PlacedDocument, { onWarning }: ApplyOptions): Sending => ({
  onWarning: (text) => onWarning(placed, text),
})

interface Sending {
  readonly query?: Readonly<Record<string, string>>
  readonly onWarning?: (text: string) => void
}

function patch(
  { path, object }: PlacedDocument,
  { connection, force, signal }: ApplyOptions,
  { query = {}, onWarning }: Sending,
): Promise<KubeObject> {
  return connection.request<KubeObject>({
    method: 'PATCH',
    path: withQuery(path, { fieldManager, force, fieldValidation: 'Strict', ...query }),
    body: object,
    contentType: 'application/apply-patch+yaml',
    signal,
    ...(onWarning && { onWarning }),
  })
}

/** The object at a path; nothing where there is none. */
export async function getObject(
  connection: Connection,
  path: string,
  signal: AbortSignal,
): Promise<KubeObject | undefined> {
  try {
    return await connection.request<KubeObject>({ path, signal })
  } catch (error) {
    if (error instanceof ControllerError && error.code === 'not-found') return undefined
    throw error
  }
}

// These are answers; everything else means that there was none.
const answers: readonly ControllerErrorCode[] = ['refused', 'write-conflict', 'not-found', 'forbidden']

// A field of the wrong type is answered with 500 by servers that apply.
const isAnswer = ({ code, httpStatus }: ControllerError): boolean =>
  answers.includes(code) || httpStatus === 500

/** What a server has against a request, in its own words; an error that is no answer is thrown on. */
export function objectionOf(error: unknown): string {
  if (!(error instanceof ControllerError) || !isAnswer(error)) throw error
  const said = safeText(error.message.replace(/^[A-Z]+ \S+: /, '').replaceAll('\n', ' '))
  return error.code === 'write-conflict' ? `${said}; --force-conflicts takes these fields over` : said
}
