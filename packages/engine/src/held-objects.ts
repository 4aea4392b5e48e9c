import type { KubeObject, Layer } from '@sitrep/status'
import { type Forms, isSheet, objectOn, type Sheet } from './forms.ts'

/** The sheets of what lies open, where they are known. */
interface Sheets {
  readonly reported: Sheet | undefined
  readonly computed: Sheet | undefined
}

/** Where a place is noted: nowhere, among those that lie open, among those that have changed in this turn, or in both. */
export type Noted = 'nowhere' | 'open' | 'changed' | 'both'

/** An object in both layers. Most are looked at rarely: those are kept as sheets, and lie open while somebody looks. */
export abstract class HeldObjects {
  // Both are sheets or none is.
  #reported: KubeObject | Sheet | undefined = undefined
  #computed: KubeObject | Sheet | undefined = undefined

  // What is known of the sheets while they lie open.
  #sheets: Sheets | undefined = undefined
  /** Kept by whoever closes the objects again: where it stands with him, and the number of the last time. */
  noted: Noted = 'nowhere'
  closedAt = 0

  /** Called when one of the objects is another one. */
  protected abstract hasChanged(): void
  /** Called when the objects are laid open, and before they are closed: then it tells whether they may be. */
  protected abstract lies(state: 'open' | 'closed', computed: KubeObject): boolean

  /** There is no object. */
  get empty(): boolean {
    return this.#reported === undefined
  }

  /** The object as its writers report it. */
  get reported(): KubeObject | undefined {
    const held = this.#reported
    return isSheet(held) ? this.#open().reported : held
  }

  set reported(object: KubeObject | undefined) {
    this.report(object, undefined)
  }

  /** The object with what Sitrep computes laid over it; the same as `reported` where the two agree. */
  get computed(): KubeObject | undefined {
    const held = this.#computed
    return isSheet(held) ? this.#open().computed : held
  }

  set computed(object: KubeObject | undefined) {
    this.open()
    if (this.#computed === object) return
    this.#computed = object
    this.#change(this.#sheets?.reported)
  }

  /** Takes in an object as it is reported, with its sheet where that is known already. */
  report(object: KubeObject | undefined, sheet: Sheet | undefined): void {
    this.open()
    this.#reported = object
    this.#change(sheet)
  }

  #change(reported: Sheet | undefined): void {
    this.#sheets = reported && { reported, computed: undefined }
    this.hasChanged()
  }

  /** Both objects for somebody who looks at very many: they do not lie open afterwards. */
  glance(): { readonly reported: KubeObject; readonly computed: KubeObject } | undefined {
    const [below, above] = [this.#reported, this.#computed]
    if (below === undefined || above === undefined) return undefined
    const reported = isSheet(below) ? objectOn(below) : below
    if (above === below) return { reported, computed: reported }
    return { reported, computed: isSheet(above) ? objectOn(above) : above }
  }

  /** One of them for somebody who looks once: where they do not lie open, they do not afterwards. */
  peek(layer: Layer): KubeObject | undefined {
    const held = layer === 'reported' ? this.#reported : this.#computed
    return isSheet(held) ? objectOn(held) : held
  }

  /** Lays the objects open, for reading or because one of them changes. */
  open(): void {
    if (isSheet(this.#reported)) this.#open()
  }

  #open(): { readonly reported: KubeObject; readonly computed: KubeObject } {
    const [below, above] = [this.#reported as Sheet, this.#computed as Sheet]
    const reported: KubeObject = objectOn(below)
    const computed = above === below ? reported : objectOn(above)
    this.#reported = reported
    this.#computed = computed
    this.#sheets = { reported: below, computed: above }
    this.lies('open', computed)
    return { reported, computed }
  }

  /** Keeps the objects as sheets from now on, where that is possible. */
  fold(forms: Forms): void {
    const [reported, computed] = [this.#reported, this.#computed]
    if (reported === undefined || computed === undefined || isSheet(reported) || isSheet(computed)) return
    const below = this.#sheets?.reported ?? forms.sheet(reported)
    if (below === undefined) return
    const above = computed === reported ? below : (this.#sheets?.computed ?? forms.sheet(computed))
    if (above === undefined || !this.lies('closed', computed)) return
    this.#reported = below
    this.#computed = above
    this.#sheets = undefined
  }

  in(layer: Layer): KubeObject | undefined {
    return layer === 'reported' ? this.reported : this.computed
  }
}
