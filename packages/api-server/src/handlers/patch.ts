import type { ApplyOutcome } from '../apply/server-side-apply.ts'
import { ApiError, badRequest, unsupportedMediaType } from '../errors/api-error.ts'
import type { KubeObject } from '../json/json.ts'
import type { ApiResponse } from '../request/api-request.ts'
import { writtenContentType } from '../request/body.ts'
import { parseWriteOptions, type WriteOptions } from '../request/write-options.ts'
import { withDefaults } from '../writes/decode-object.ts'
import { applyFields } from '../writes/managed-fields.ts'
import { updateObject } from '../writes/update.ts'
import type { WriteContext } from '../writes/write-context.ts'
import { decodePatched } from './patches/decode-patched.ts'
import { readApplied } from './patches/read-applied.ts'
import { readPatch } from './patches/read-patch.ts'
import { writtenResponse } from './respond.ts'
import { type Scope, writeContext } from './scope.ts'
import { assertSameName } from './update.ts'

export const applyType = 'application/apply-patch+yaml'

/** `PATCH …/{plural}/{name}` and `PATCH …/{plural}/{name}/status` */
export function patchHandler(scope: Scope): Promise<ApiResponse> {
  const type = writtenContentType(scope.request)
  assertPatchType(scope, type)
  const options = parseWriteOptions(scope.query, type === applyType ? 'ApplyOptions' : 'PatchOptions')
  const context = writeContext(scope, options)
  return type === applyType ? applyHandler(scope, context) : mergeHandler(scope, context)
}

const patchTypes = ['application/json-patch+json', 'application/merge-patch+json', applyType]

export function assertPatchType({ view }: Scope, type: string): void {
  if (view.resource.origin === 'custom') {
    if (!patchTypes.includes(type)) throw unsupportedMediaType(patchTypes)
    return
  }
  if (patchTypes.includes(type) || type === 'application/strategic-merge-patch+json') return
  // Kubernetes routes requests to built-in kinds by their content type, and the router answers by itself.
  throw new ApiError({
    code: 415,
    reason: 'UnsupportedMediaType',
    message: '415: Unsupported Media Type',
    details: {},
  })
}

async function mergeHandler(scope: Scope, context: WriteContext): Promise<ApiResponse> {
  const patch = readPatch(scope.request)
  const { target, view } = scope
  const written = await updateObject(context, scope.admission, {
    name: target.name,
    creates: 'never',
    propose: (live) => {
      // Without a live object the patch has been refused before.
      const patched = patch.apply(live as KubeObject, view.version.schema)
      const object = decodePatched(scope, patched, {
        options: context.options,
        duplicates: patch.duplicates,
        ...(patch.shown !== undefined && { shown: patch.shown }),
      })
      assertSameName(scope, object)
      return object
    },
    optionsKind: 'PatchOptions',
  })
  return writtenResponse(scope, written)
}

async function applyHandler(scope: Scope, context: WriteContext): Promise<ApiResponse> {
  const { config, duplicates } = readApplied(scope.request)
  reportDuplicates(scope, context.options, duplicates)
  const written = await updateObject(context, scope.admission, {
    name: scope.target.name,
    creates: 'always',
    tracked: true,
    propose: async (live, bytes) => {
      const object = withDefaults(scope.view, outcomeOf(await applyFields(context, { live, config, bytes })))
      assertSameName(scope, object)
      return object
    },
    optionsKind: 'PatchOptions',
  })
  return writtenResponse(scope, written)
}

/** The object that an apply leads to; throws what it was refused with. */
export function outcomeOf(outcome: ApplyOutcome): KubeObject {
  switch (outcome.kind) {
    case 'applied':
      return outcome.object
    case 'conflict': {
      const { message, causes } = outcome
      throw new ApiError({
        code: 409,
        reason: 'Conflict',
        message,
        details: { causes: causes.map((cause) => ({ ...cause })) },
      })
    }
    case 'invalid':
      throw outcome.code === 400
        ? badRequest(outcome.message)
        : new ApiError({ code: 500, message: outcome.message })
  }
}

function reportDuplicates(
  { warn }: Scope,
  { fieldValidation }: WriteOptions,
  duplicates: readonly string[],
): void {
  if (duplicates.length === 0 || fieldValidation === 'Ignore') return
  if (fieldValidation === 'Strict') throw badRequest(`error strict decoding YAML: ${duplicates.join(', ')}`)
  // A warning is one line, and the first line of what YAML has to say only announces the others.
  const lines = duplicates.flatMap((duplicate) => duplicate.split('\n'))
  for (const line of lines) if (!line.endsWith('errors:')) warn(line.trim())
}
