import { same } from '@sitrep/status/same'
import { type Cluster, collectionOf } from '../cluster/cluster.ts'
import { acceptNames, takenNames } from '../crd/serving/accept-names.ts'
import { customResource } from '../crd/serving/custom-resource.ts'
import {
  cleanupFinalizer,
  conditionIsTrue,
  type DefinitionCondition,
  definitionsResource,
  objectsAt,
  specOf,
  statusOf,
  withCondition,
} from '../crd/serving/definition.ts'
import type { Json, JsonObject, KubeObject } from '../json/json.ts'
import { decodeObject } from '../resources/encoding.ts'
import {
  deleting,
  finalizersOf,
  formatTime,
  nameOf,
  textOf,
  withMember,
  withMetadata,
} from '../resources/metadata.ts'
import type { Resource } from '../resources/resource.ts'
import type { VersionView } from '../resources/version-view.ts'
import { storedBytes } from '../store/object-slices.ts'
import type { StoredObject } from '../store/stored-object.ts'
import { inBatches } from '../writes/pause.ts'
import type { ServerWrites } from '../writes/server-writes.ts'
import type { Controller, ControllerContext } from './controller.ts'
import { WorkQueue } from './work-queue.ts'

/** Turns a definition into a resource whose objects can be served. */
export type ServeDefinition = (definition: KubeObject) => Resource['convertRemotely']

/**
 * Serves what definitions define, in the moment they become durable; tells in their status that it does; and when one is
 * deleted, deletes its objects first.
 */
export function startDefinitionController(
  context: ControllerContext,
  converterFor: ServeDefinition,
): Controller {
  const { cluster, writes, report } = context
  const controller = new DefinitionController(cluster, writes, converterFor)
  const queue = new WorkQueue({ work: (name) => controller.reconcile(name), report })
  for (const definition of controller.definitions()) {
    controller.serve(definition)
    queue.add(nameOf(definition))
  }
  const unsubscribe = cluster.store.subscribeCluster(cluster.name, (events) => {
    for (const { key, after } of events) {
      if (key.resource === definitionsResource) {
        if (after === undefined) cluster.registry.setCustom(key.name, undefined)
        else controller.serve(decodeObject(after.bytes))
        // A name that was given up may be what another definition of the group waits for.
        for (const name of controller.relatedTo(key.name)) queue.add(name)
      } else if (after === undefined) {
        const waiting = controller.terminatingOwner(key.resource)
        if (waiting !== undefined) queue.add(waiting)
      }
    }
  })
  return {
    idle: () => queue.idle(),
    close: () => {
      unsubscribe()
      return queue.close()
    },
  }
}

class DefinitionController {
  readonly #cluster: Cluster
  readonly #writes: ServerWrites
  readonly #converterFor: ServeDefinition
  /** What each definition said when its resource was made: a new status alone changes nothing that is served. */
  readonly #served = new Map<string, Json>()
  readonly #known = new WeakMap<StoredObject, KubeObject>()

  constructor(cluster: Cluster, writes: ServerWrites, converterFor: ServeDefinition) {
    this.#cluster = cluster
    this.#writes = writes
    this.#converterFor = converterFor
  }

  definitions(): readonly KubeObject[] {
    const collection = { cluster: this.#cluster.name, resource: definitionsResource }
    return this.#cluster.store.list(collection).map((stored) => this.#read(stored))
  }

  /** Definitions are large and looked at together whenever one of them changes; each state is read once. */
  #read(stored: StoredObject): KubeObject {
    const definition = this.#known.get(stored) ?? decodeObject(stored.bytes)
    this.#known.set(stored, definition)
    return definition
  }

  /** The definition itself and all others of its group. */
  relatedTo(name: string): readonly string[] {
    const group = name.slice(name.indexOf('.') + 1)
    const others = this.definitions().filter((other) => textOf(specOf(other), 'group') === group)
    return others.map(nameOf)
  }

  /** The definition that is being deleted and waits for the objects of this resource. */
  terminatingOwner(resource: string): string | undefined {
    const slash = resource.indexOf('/')
    const name = `${resource.slice(slash + 1)}.${resource.slice(0, slash)}`
    return this.#cluster.registry.custom(name)?.terminating === true ? name : undefined
  }

  serve(definition: KubeObject): void {
    const name = nameOf(definition)
    const accepted = withMember(definition, 'status', this.#acceptedStatus(definition))
    if (!conditionIsTrue(accepted, 'Established')) {
      this.#served.delete(name)
      this.#cluster.registry.setCustom(name, undefined)
      return
    }
    const says: Json = [
      specOf(accepted),
      statusOf(accepted)['acceptedNames'] ?? null,
      conditionIsTrue(accepted, 'Terminating'),
    ]
    if (same(says, this.#served.get(name)) && this.#cluster.registry.custom(name) !== undefined) return
    this.#served.set(name, says)
    this.#cluster.registry.setCustom(name, customResource(accepted, this.#converterFor(accepted)))
  }

  async reconcile(name: string): Promise<void> {
    const definition = this.definitions().find((each) => nameOf(each) === name)
    if (definition === undefined) return
    const view = this.#view()
    await this.#writes.change(view, {
      namespace: '',
      name,
      subresource: 'status',
      change: (live) => withMember(live, 'status', this.#acceptedStatus(live)),
    })
    if (deleting(definition) && finalizersOf(definition).includes(cleanupFinalizer))
      await this.#finalize(definition)
  }

  #acceptedStatus(definition: KubeObject): JsonObject {
    const others = this.definitions().filter(
      (other) =>
        nameOf(other) !== nameOf(definition) &&
        textOf(specOf(other), 'group') === textOf(specOf(definition), 'group'),
    )
    return acceptNames(definition, takenNames(others), this.#cluster.edge.now())
  }

  async #finalize(definition: KubeObject): Promise<void> {
    const name = nameOf(definition)
    const resource = this.#cluster.registry.custom(name)
    if (resource !== undefined) {
      await this.#say(name, inProgress)
      if (!(await this.#deleteInstances(resource))) return
    }
    await this.#say(name, resource === undefined ? neverEstablished : completed)
    await this.#writes.change(this.#view(), {
      namespace: '',
      name,
      change: (live) => {
        const finalizers = finalizersOf(live).filter((each) => each !== cleanupFinalizer)
        return withMetadata(live, { finalizers: finalizers.length === 0 ? undefined : finalizers })
      },
    })
  }

  /** Whether none are left. Those with finalizers of their own stay for now; their end wakes us. */
  async #deleteInstances(resource: Resource): Promise<boolean> {
    const { registry, store } = this.#cluster
    const collection = collectionOf(this.#cluster, resource)
    const view = registry.preferred(resource.group, resource.plural)
    if (view === undefined) return store.list(collection).length === 0
    await inBatches(store.list(collection), storedBytes, ({ key }) => this.#writes.delete(view, key))
    return store.list(collection).length === 0
  }

  #say(name: string, condition: DefinitionCondition): Promise<unknown> {
    const now = formatTime(this.#cluster.edge.now())
    return this.#writes.change(this.#view(), {
      namespace: '',
      name,
      subresource: 'status',
      change: (live) => {
        const status = statusOf(live)
        const conditions = withCondition(objectsAt(status, 'conditions'), condition, now)
        return withMember(live, 'status', { ...status, conditions })
      },
    })
  }

  #view(): VersionView {
    const view = this.#cluster.registry.find('apiextensions.k8s.io', 'v1', 'customresourcedefinitions')
    if (view === undefined) throw new TypeError('definitions are not served')
    return view
  }
}

const inProgress: DefinitionCondition = {
  type: 'Terminating',
  status: 'True',
  reason: 'InstanceDeletionInProgress',
  message: 'CustomResource deletion is in progress',
}
const completed: DefinitionCondition = {
  type: 'Terminating',
  status: 'False',
  reason: 'InstanceDeletionCompleted',
  message: 'removed all instances',
}
const neverEstablished: DefinitionCondition = {
  type: 'Terminating',
  status: 'False',
  reason: 'NeverEstablished',
  message: 'resource was never established',
}
