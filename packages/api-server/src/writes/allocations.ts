import { allocates } from '../builtin/allocate.ts'
import { collectionOf } from '../cluster/cluster.ts'
import { invalid } from '../errors/api-error.ts'
import type { KubeObject } from '../json/json.ts'
import { nameOf } from '../resources/metadata.ts'
import { kindName, type WriteContext } from './write-context.ts'

/** The object with what its kind takes from a common pool, such as the address of a Service. Throws a 422 for what is taken. */
export function withAllocations(
  context: WriteContext,
  object: KubeObject,
  old: KubeObject | undefined,
): KubeObject {
  const { cluster, view, namespace, subresource, options } = context
  const { behaviour } = view.resource
  if (!allocates(behaviour) || subresource !== '') return object
  const name = nameOf(object)
  const others = cluster.store
    .headList(collectionOf(cluster, view.resource))
    .filter(({ key }) => key.namespace !== namespace || key.name !== name)
  const allocated = behaviour.allocate(object, old, {
    others: lazily(others, (stored) => view.object(stored)),
    dryRun: options.dryRun,
  })
  if (allocated.problems !== undefined) throw invalid(kindName(context), name, allocated.problems)
  return allocated.object
}

function* lazily<Item, Result>(items: readonly Item[], read: (item: Item) => Result): Iterable<Result> {
  for (const item of items) yield read(item)
}
