import type { KubeObject } from '../json/json.ts'
import { type CompiledSchema, compileSchema } from '../schema/compiled-schema.ts'
import type { StoredObject } from '../store/stored-object.ts'
import { decodeObject, encodeObject, type ObjectPrefix, prefixOf } from './encoding.ts'
import { formatApiVersion } from './group-version.ts'
import { withMember, withMetadata } from './metadata.ts'
import type { Resource, ResourceVersion } from './resource.ts'

/**
 * Stored objects as one version of a resource shows them. What had to be converted or completed is kept as long as the
 * stored object lives, so a list of an older version costs its conversion once.
 */
export class VersionView {
  readonly resource: Resource
  readonly version: ResourceVersion
  readonly apiVersion: string
  readonly prefix: ObjectPrefix
  #compiled: CompiledSchema | undefined
  readonly #rendered = new WeakMap<StoredObject, Buffer>()
  readonly #fields = new WeakMap<StoredObject, ReadonlyMap<string, string>>()

  constructor(resource: Resource, version: ResourceVersion) {
    this.resource = resource
    this.version = version
    this.apiVersion = formatApiVersion(resource.group, version.name)
    this.prefix = prefixOf(resource, this.apiVersion)
  }

  /** The schema, prepared at first use: most of the many built-in kinds are never asked for. */
  get compiled(): CompiledSchema {
    this.#compiled ??= compileSchema(this.version.schema)
    return this.#compiled
  }

  /**
   * Asks whoever converts this kind, when it is somebody outside, for the objects that are not known yet. `undefined`
   * when nothing has to be waited for; afterwards the other methods answer at once.
   */
  prepare(objects: readonly StoredObject[]): Promise<void> | undefined {
    const { convertRemotely } = this.resource
    if (convertRemotely === undefined) return undefined
    const missing = objects.filter((stored) => !this.#rendered.has(stored) && !this.#asStored(stored))
    if (missing.length === 0) return undefined
    return this.#convertAll(missing, convertRemotely)
  }

  /** Whether somebody has asked for the object's JSON before. */
  knows(stored: StoredObject): boolean {
    return stored.isShownBy(this) || this.#rendered.has(stored)
  }

  /** The object's JSON in this version. */
  bytes(stored: StoredObject): Buffer {
    if (stored.isShownBy(this)) return stored.bytes
    const known = this.#rendered.get(stored)
    if (known !== undefined) return known
    const bytes = this.#asStored(stored)
      ? this.#completed(stored)
      : encodeObject(this.#converted(stored), this.resource.origin)
    if (bytes === stored.bytes) stored.noteShownBy(this)
    else this.#rendered.set(stored, bytes)
    return bytes
  }

  object(stored: StoredObject): KubeObject {
    return decodeObject(this.bytes(stored))
  }

  /** An object on its way into the store, as it will be read from there. */
  shown(object: KubeObject): KubeObject {
    return this.version.completeOnRead?.(object) ?? object
  }

  /** The value that a field selector compares with; '' for a field that the object lacks. */
  field(stored: StoredObject, name: string): string {
    if (name === 'metadata.name') return stored.key.name
    if (name === 'metadata.namespace') return stored.key.namespace
    let fields = this.#fields.get(stored)
    if (fields === undefined) {
      const object = this.object(stored)
      fields = new Map([...this.version.selectableFields].map(([field, read]) => [field, read(object)]))
      this.#fields.set(stored, fields)
    }
    return fields.get(name) ?? ''
  }

  /** Rewrites an object of this version into the version it is stored in. */
  toStorage(object: KubeObject): KubeObject | Promise<KubeObject> {
    const { resource } = this
    const apiVersion = formatApiVersion(resource.storedAs?.group ?? resource.group, resource.storageVersion)
    if (object.apiVersion === apiVersion) return object
    const complete = (converted: KubeObject): KubeObject =>
      resource.completeForStorage?.(converted) ?? converted
    if (resource.convertRemotely === undefined) return complete(this.convertTo(object, apiVersion))
    // Whoever converts is not told of a version that the object will not have any more.
    const unversioned = withMetadata(object, { resourceVersion: undefined })
    return resource
      .convertRemotely([unversioned], apiVersion)
      .then(([converted]) => complete(converted ?? object))
  }

  /** Notes that an object was stored just as this version shows it: nobody has to look again. */
  remember(stored: StoredObject | undefined): void {
    if (stored !== undefined && this.#asStored(stored)) stored.noteShownBy(this)
  }

  /** Rewrites an object of another version of this resource into this one. */
  async convertFrom(object: KubeObject): Promise<KubeObject> {
    const { convertRemotely } = this.resource
    if (object.apiVersion === this.apiVersion) return object
    if (convertRemotely === undefined) return this.convertTo(object, this.apiVersion)
    return (await convertRemotely([object], this.apiVersion))[0] ?? object
  }

  /** Rewrites an object into another version at once: for resources that nobody outside converts. */
  convertTo(object: KubeObject, apiVersion: string): KubeObject {
    return convertLocally(this.resource, object, apiVersion)
  }

  #asStored({ bytes }: StoredObject): boolean {
    const { full } = this.prefix
    return bytes.length > full.length && bytes.compare(full, 0, full.length, 0, full.length) === 0
  }

  #completed(stored: StoredObject): Buffer {
    const { completeOnRead } = this.version
    if (completeOnRead === undefined) return stored.bytes
    const object = decodeObject(stored.bytes)
    const completed = completeOnRead(object)
    return completed === object ? stored.bytes : encodeObject(completed, this.resource.origin)
  }

  #converted(stored: StoredObject): KubeObject {
    const object = convertLocally(this.resource, decodeObject(stored.bytes), this.apiVersion)
    return this.version.completeOnRead?.(object) ?? object
  }

  async #convertAll(
    missing: readonly StoredObject[],
    convert: NonNullable<Resource['convertRemotely']>,
  ): Promise<void> {
    const originals = missing.map(({ bytes }) => decodeObject(bytes))
    // Whoever converts sees what is stored, and that does not know its own version.
    const unversioned = originals.map((object) => withMetadata(object, { resourceVersion: undefined }))
    const converted = await convert(unversioned, this.apiVersion)
    for (const [index, stored] of missing.entries()) {
      const [object, original] = [converted[index], originals[index]]
      if (object === undefined || original === undefined) continue
      const versioned = withMetadata(object, { resourceVersion: original.metadata['resourceVersion'] })
      const completed = this.version.completeOnRead?.(versioned) ?? versioned
      this.#rendered.set(stored, encodeObject(completed, this.resource.origin))
    }
  }
}

function convertLocally({ convert }: Resource, object: KubeObject, apiVersion: string): KubeObject {
  return convert?.(object, apiVersion) ?? withMember(object, 'apiVersion', apiVersion)
}
