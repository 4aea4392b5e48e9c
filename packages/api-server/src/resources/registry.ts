import { compareVersions } from './group-version.ts'
import type { Resource } from './resource.ts'
import { VersionView } from './version-view.ts'

/** The resources that one cluster serves at present: the built-in ones and those its CustomResourceDefinitions add. */
export class ResourceRegistry {
  readonly #builtin: readonly Resource[]
  readonly #custom = new Map<string, Resource>()
  readonly #views = new Map<string, VersionView>()
  readonly #byKind = new Map<string, VersionView>()
  readonly #groups = new Map<string, Set<string>>()
  readonly #kept = new WeakMap<Resource, readonly VersionView[]>()
  readonly #listeners = new Set<() => void>()

  constructor(builtin: readonly Resource[]) {
    this.#builtin = builtin
    for (const resource of builtin) this.#add(resource)
  }

  /** Built-in resources first, custom ones in the order of their definitions' names. */
  resources(): readonly Resource[] {
    const names = [...this.#custom.keys()].sort()
    return [...this.#builtin, ...names.flatMap((name) => this.#custom.get(name) ?? [])]
  }

  find(group: string, version: string, plural: string): VersionView | undefined {
    return this.#views.get(viewId(group, version, plural))
  }

  /** A resource in the version that discovery prefers. */
  preferred(group: string, plural: string): VersionView | undefined {
    for (const version of this.versionsOf(group)) {
      const view = this.find(group, version, plural)
      if (view !== undefined) return view
    }
    return undefined
  }

  /** By kind, as owner references name things. */
  findKind(group: string, version: string, kind: string): VersionView | undefined {
    return this.#byKind.get(viewId(group, version, kind))
  }

  hasGroup(group: string): boolean {
    return this.#groups.has(group)
  }

  isBuiltinGroup(group: string): boolean {
    return this.#builtin.some((resource) => resource.group === group)
  }

  /** The versions of a group, most preferred first. */
  versionsOf(group: string): readonly string[] {
    return [...(this.#groups.get(group) ?? [])].sort(compareVersions)
  }

  /** The custom resource that a CustomResourceDefinition describes, by the definition's name. */
  custom(name: string): Resource | undefined {
    return this.#custom.get(name)
  }

  /** Serves, replaces or, with `undefined`, ends a custom resource, by the name of its definition. */
  setCustom(name: string, resource: Resource | undefined): void {
    const before = this.#custom.get(name)
    if (before === resource) return
    this.#custom.delete(name)
    if (resource !== undefined) this.#custom.set(name, resource)
    this.#views.clear()
    this.#byKind.clear()
    this.#groups.clear()
    for (const each of this.resources()) this.#add(each)
    for (const listener of [...this.#listeners]) listener()
  }

  /** Calls back after every change of what is served. Returns what ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #add(resource: Resource): void {
    const views =
      this.#kept.get(resource) ?? resource.versions.map((version) => new VersionView(resource, version))
    this.#kept.set(resource, views)
    for (const view of views) {
      const id = viewId(resource.group, view.version.name, resource.plural)
      // A definition cannot take over what is built in: its names are not accepted, and this holds until then.
      if (!this.#views.has(id)) {
        this.#views.set(id, view)
        const kind = viewId(resource.group, view.version.name, resource.kind)
        if (!this.#byKind.has(kind)) this.#byKind.set(kind, view)
      }
      const versions = this.#groups.get(resource.group) ?? new Set()
      this.#groups.set(resource.group, versions.add(view.version.name))
    }
  }
}

/** A view by the plural or the kind of its resource. */
function viewId(group: string, version: string, name: string): string {
  return `${group}/${version}/${name}`
}
