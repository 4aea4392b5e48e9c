import type { KubeObject } from '@sitrep/status'
import { blanked, fillIn, formOf, type Part, readOff } from './form-parts.ts'
import { Blank, RecurringTexts } from './recurring.ts'

/** An object without what others of its kind have too: the form, and what is filled into its blanks. */
export type Sheet = readonly [form: Part, ...entries: unknown[]]

/** So many forms of one kind are in use at once. Whoever writes a part of an object later puts it behind the others: a kind has a dozen of orders. */
const formsOfAKind = 16

/** So many objects of a kind may begin a form of their own before it is known that it is not worth the while. */
const patience = 64

/**
 * Keeps objects of one kind as sheets. Objects of a kind differ in names and times: what is the same in all of them is kept once, in a form, and an object
 * is the form and a few texts for its blanks. Where an object differs in more, the form gets more blanks; sheets of before keep the old one.
 */
export class Forms {
  /** Those that came last first. */
  readonly #forms: Part[] = []
  readonly #entries: unknown[] = []
  #last: readonly unknown[] = []
  readonly #texts: RecurringTexts = new RecurringTexts()
  readonly #blanks: WeakMap<Part, Blank[]> = new WeakMap()
  #begun = 0
  #filled = 0

  /** The sheet of an object of plain values; nothing where no object like it has been there before, or none of its kind is like another. */
  sheet(object: object): Sheet | undefined {
    if (this.#begun > patience && this.#filled < this.#begun * 4) return undefined
    const forms = this.#forms
    for (let at = 0; at < forms.length; at++) {
      const entries = this.#readOff(forms[at] as Part, object)
      if (entries === undefined) continue
      this.#filled++
      if (at > 0) forms.unshift(...forms.splice(at, 1))
      return entries
    }
    return this.#withMoreBlanks(object)
  }

  #readOff(form: Part, object: object): Sheet | undefined {
    const entries = this.#entries
    entries.length = 0
    entries.push(form)
    if (!readOff(form, object, entries)) return undefined
    const blanks = this.#blanks.get(form) ?? entries.map(() => new Blank())
    this.#blanks.set(form, blanks)
    const last = this.#last[0] === form ? this.#last : []
    for (let at = 1; at < entries.length; at++)
      entries[at] = blanks[at]?.once(entries[at], last[at], this.#texts)
    const sheet = entries.slice() as unknown as Sheet
    this.#last = sheet
    return sheet
  }

  #withMoreBlanks(object: object): Sheet | undefined {
    const forms = this.#forms
    for (let at = 0; at < forms.length; at++) {
      const form = blanked(forms[at] as Part, object)
      if (form === undefined) continue
      forms.splice(at, 1)
      forms.unshift(form)
      return this.#readOff(form, object)
    }
    this.#begun++
    const form = formOf(object)
    if (form === undefined) return undefined
    forms.unshift(form)
    if (forms.length > formsOfAKind) forms.pop()
    // A form for one object alone would be more than the object.
    return undefined
  }
}

/** The object that a sheet stands for, to the byte. */
export function objectOn<Held extends object = KubeObject>(sheet: Sheet): Held {
  return fillIn(sheet[0], sheet) as Held
}

/** Whether something is kept as a sheet: objects are never lists. */
export const isSheet = (held: object | undefined): held is Sheet => Array.isArray(held)
