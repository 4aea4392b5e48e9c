import { isDeepStrictEqual } from 'node:util'
import { conditionsOf } from '@sitrep/crossplane/managed'
import { fields, type KubeObject } from '@sitrep/status'
import type { ObjectApi, WriteRequest } from '../api/object-api.ts'
import { ProviderError } from '../errors.ts'
import { mergeFields } from '../pass/merge-fields.ts'
import type { CaseCondition, CaseObject, Fault } from './case.testing.ts'
import { errorOf, type Faults, markOf } from './played-time.testing.ts'

const storedTime = '2026-08-21T11:00:00Z'
const conflictText =
  'Operation cannot be fulfilled on things.example.org "web": the object has been modified; please apply your changes to the latest version and try again'
const missingText = 'things.example.org "web" not found'

/** The object as it is stored before the pass. */
export function storedObject(given: CaseObject): KubeObject {
  const { generation, deleted, finalizers, annotations, conditions = [] } = given
  return {
    apiVersion: 'example.org/v1',
    kind: 'Thing',
    metadata: {
      name: 'web',
      namespace: 'default',
      uid: 'uid-web',
      resourceVersion: '1',
      generation,
      creationTimestamp: '2026-08-20T12:00:00Z',
      ...(deleted === true && { deletionTimestamp: '2026-08-21T11:30:00Z' }),
      ...(finalizers !== undefined && { finalizers }),
      ...(annotations !== undefined && { annotations }),
    },
    spec: {
      ...(given.policies !== undefined && { managementPolicies: given.policies }),
      ...(given.deletionPolicy !== undefined && { deletionPolicy: given.deletionPolicy }),
      ...(given.secretRef === true && { writeConnectionSecretToRef: { name: 'conn', namespace: 'default' } }),
      ...(given.late !== undefined && { late: given.late }),
      ...(given.ref !== undefined && { ref: given.ref }),
    },
    status: {
      ...(given.lastHandled !== undefined && { lastHandledReconcileAt: given.lastHandled }),
      ...(given.at !== undefined && { at: given.at }),
      ...(conditions.length > 0 && { conditions: conditions.map(conditionOf) }),
    },
  }
}

const conditionOf = ([type, status, reason, message, observedGeneration]: CaseCondition): unknown => ({
  type,
  status,
  reason,
  message,
  lastTransitionTime: storedTime,
  ...(observedGeneration > 0 && { observedGeneration }),
})

/** The conditions of an object as cases have them. */
export const caseConditionsOf = (object: KubeObject): readonly CaseCondition[] =>
  conditionsOf(object).map(({ type, status, reason, message, observedGeneration }) => [
    type,
    status,
    reason,
    message,
    observedGeneration ?? 0,
  ])

/** An API server with one object, whose requests go wrong as a case says. */
export class PlayedObject implements ObjectApi {
  stored: KubeObject | undefined
  /** The conditions of a status write that failed. */
  sent: readonly CaseCondition[] | undefined
  readonly #faults: Faults
  readonly #log: string[]
  #others = 0

  constructor(object: KubeObject | undefined, faults: Faults, log: string[]) {
    this.stored = object
    this.#faults = faults
    this.#log = log
  }

  readonly read: ObjectApi['read'] = async ({ purpose, signal }) => {
    const fault = this.#faults.meet(purpose === 'pass' ? 'get' : 'get-again', signal)
    if (fault !== undefined) throw errorOf(fault)
    return this.#present()
  }

  readonly replace: ObjectApi['replace'] = (object, request) =>
    this.#write(request, () => {
      const stored = this.#current(object)
      const { annotations, finalizers } = object.metadata
      return this.#store({
        ...stored,
        metadata: {
          ...stored.metadata,
          ...(annotations && { annotations }),
          ...(finalizers && { finalizers }),
        },
        spec: object.spec,
      })
    })

  readonly replaceStatus: ObjectApi['replaceStatus'] = (object, request) =>
    this.#write(
      request,
      () => this.#store({ ...this.#current(object), status: object.status }),
      () => {
        this.sent = caseConditionsOf(object)
      },
    )

  readonly applySpec: ObjectApi['applySpec'] = (spec, request) =>
    this.#write(request, () => {
      const stored = this.#present()
      return this.#store({ ...stored, spec: mergeFields(stored.spec, spec) })
    })

  async #write(
    { purpose, signal }: WriteRequest,
    store: () => KubeObject,
    onFailure: () => void = () => {},
  ): Promise<KubeObject> {
    try {
      const fault = this.#faults.meet(purpose, signal)
      if (fault !== undefined) this.#goWrong(fault)
      const stored = store()
      this.#log.push(purpose)
      return stored
    } catch (error) {
      this.#log.push(`${purpose}${markOf(error)}`)
      onFailure()
      throw error
    }
  }

  // A conflict is no mere answer: somebody else wrote first. Neither is it when the object is not there: somebody deleted it.
  #goWrong(fault: Fault): never {
    if (fault.code === 404) this.stored = undefined
    if (fault.code === 409 && this.stored !== undefined) {
      this.#others++
      const { metadata, spec } = this.stored
      this.#store({
        ...this.stored,
        metadata: {
          ...metadata,
          annotations: { ...metadata.annotations, 'example.org/other': `${this.#others}` },
        },
        ...(fault.specEdited === true && { spec: { ...fields(spec), edited: this.#others } }),
      })
    }
    throw errorOf(fault)
  }

  #present(): KubeObject {
    if (this.stored === undefined) throw new ProviderError('answered', missingText, { httpStatus: 404 })
    return this.stored
  }

  #current(sent: KubeObject): KubeObject {
    const stored = this.#present()
    if (stored.metadata.resourceVersion === sent.metadata.resourceVersion) return stored
    throw new ProviderError('answered', conflictText, { httpStatus: 409 })
  }

  #store(next: KubeObject): KubeObject {
    const before = this.#present()
    if (isDeepStrictEqual(before, next)) return before
    const { resourceVersion, generation = 0, deletionTimestamp, finalizers = [] } = next.metadata
    const metadata = {
      ...next.metadata,
      resourceVersion: String(Number(resourceVersion) + 1),
      generation: isDeepStrictEqual(before.spec, next.spec) ? generation : generation + 1,
    }
    const stored = { ...next, metadata }
    this.stored = deletionTimestamp !== undefined && finalizers.length === 0 ? undefined : stored
    return stored
  }
}
