import { type Condition, orderConditions, Stretch } from '@sitrep/conditions'
import {
  type Catalog,
  type ConditionsOnOther,
  groupOf,
  isChosen,
  type KubeObject,
  kindKey,
  type ListQuery,
  type ObjectRef,
  refKey,
  refOf,
  type StatusDefinition,
  same,
  type World,
} from '@sitrep/status'
import type { WorldChange } from './change.ts'

type Status = Readonly<Record<string, unknown>> & { readonly conditions?: readonly Condition[] }

interface Said {
  readonly status?: Status
  readonly claims: readonly string[]
  readonly others: readonly ConditionsOnOther[]
}

/**
 * The same promises as the engine, kept in the plainest way: every status is computed again in every round, every read looks
 * through everything. What it says is what the engine must say.
 */
export class NaiveEngine {
  readonly #catalog: Catalog
  #objects: Map<string, KubeObject> = new Map()
  #said: Map<string, Said> = new Map()
  #unread: Set<string> = new Set()

  constructor(catalog: Catalog) {
    this.#catalog = catalog
  }

  apply(changes: readonly WorldChange[], now: string): void {
    for (const change of changes) this.#take(change)
    const basis = new Map(this.#said)
    for (let round = 0; round < 40; round++) if (!this.#round(basis, now)) return
    throw new Error('the naive engine does not settle')
  }

  status(ref: ObjectRef): Status | undefined {
    return this.#status(refKey(ref), this.#said)
  }

  #take(change: WorldChange): void {
    if ('gone' in change) {
      this.#objects.delete(refKey(change.gone))
      this.#said.delete(refKey(change.gone))
    } else if ('object' in change) this.#objects.set(refKey(refOf(change.object)), change.object)
    else if ('awaited' in change) throw new Error('this engine waits for nobody')
    else if ('moved' in change || 'untold' in change) throw new Error('this engine shares with nobody')
    else if (change.kind === 'every') this.#unread.clear()
    else if (change.read) this.#unread.delete(kindKey(change.kind))
    else this.#unread.add(kindKey(change.kind))
  }

  #round(basis: ReadonlyMap<string, Said>, now: string): boolean {
    let changed = false
    for (const definition of this.#catalog.definitions) {
      for (const key of [...this.#objects.keys()].sort()) {
        const object = this.#objects.get(key)
        if (object === undefined || !isChosen(definition.kind, object)) continue
        const before = this.#said.get(key)
        const next = this.#pass(definition, key, { basis, now })
        if (same(before, next)) continue
        this.#said.set(key, next)
        changed = true
      }
    }
    return changed
  }

  #pass(
    definition: StatusDefinition,
    key: string,
    { basis, now }: { basis: ReadonlyMap<string, Said>; now: string },
  ): Said {
    const object = this.#objects.get(key) as KubeObject
    const own = basis.get(key)
    const previous = this.#status(
      key,
      new Map([...this.#said, ...(own ? [[key, own] as const] : [])]),
      own === undefined ? key : undefined,
    )
    const world: World = {
      now,
      previous,
      spoken: [...this.#said.values()].flatMap(({ others }) =>
        others.flatMap(({ ref, conditions }) => (refKey(ref) === key ? conditions : [])),
      ),
      previousOn: (ref) => {
        const reported = ((this.#objects.get(refKey(ref))?.status as Status | undefined)?.conditions ??
          []) as readonly Condition[]
        const mine = own?.others.find((other) => refKey(other.ref) === refKey(ref))?.conditions ?? []
        return [...reported.filter(({ type }) => !mine.some((said) => said.type === type)), ...mine]
      },
      get: (query, view) => {
        if (this.#unread.has(kindKey(query))) return { read: false, why: 'unread' }
        const found = this.#effective(refKey(query))
        return found === undefined ? { read: true } : { read: true, item: view.of(found) }
      },
      getEach: ({ items }, view) => new Stretch(items.map((query) => world.get(query, view))),
      list: (query, view) => {
        if (this.#unread.has(kindKey(query))) return { read: false, why: 'unread' }
        const items = this.#matching(query).map((found) => view.of(found))
        return { read: true, items: items.filter((item) => item !== undefined && item !== null) }
      },
    }
    const computed = definition.compute(definition.observe({ ...object, status: previous }, world))
    return {
      status: computed.status as Status,
      claims: computed.decided.map(({ type }) => type),
      others: computed.others ?? [],
    }
  }

  #matching({ group, kind, namespace, by }: ListQuery): KubeObject[] {
    const matches = (object: KubeObject): boolean => {
      const { metadata } = object
      if (groupOf(object.apiVersion) !== group || object.kind !== kind) return false
      if (namespace !== undefined && metadata.namespace !== namespace) return false
      if (by === undefined) return true
      if ('owner' in by) return metadata.ownerReferences?.some(({ uid }) => uid === by.owner) ?? false
      return 'label' in by && metadata.labels?.[by.label] === by.value
    }
    return [...this.#objects]
      .filter(([, object]) => matches(object))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key]) => this.#effective(key) as KubeObject)
  }

  #effective(key: string): KubeObject | undefined {
    const object = this.#objects.get(key)
    return object && { ...object, status: this.#status(key, this.#said) }
  }

  #status(key: string, said: ReadonlyMap<string, Said>, fresh?: string): Status | undefined {
    const object = this.#objects.get(key)
    if (object === undefined) return undefined
    const reported = object.status as Status | undefined
    const own = fresh === key ? undefined : said.get(key)
    const base = own?.status ?? reported
    const claims = own?.claims ?? []
    const spoken = [...said]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([, { others }]) => others.filter(({ ref }) => refKey(ref) === key))
    const voices = spoken.flatMap(({ conditions }) => conditions)
    const foreign = new Map(
      [...(reported?.conditions ?? []), ...voices].map((condition) => [condition.type, condition]),
    )
    const mine = (base?.conditions ?? []).filter(({ type }) => claims.includes(type))
    const others = [...foreign.values()].filter(({ type }) => !claims.includes(type))
    const { order } = this.#catalog.definitions.find(({ kind }) => isChosen(kind, object)) ?? {}
    const conditions = orderConditions([...mine, ...others], order)
    return conditions.length === 0 && base === undefined ? undefined : { ...base, conditions }
  }
}
