import type { Decision, Instant } from '@sitrep/conditions'
import {
  type ConditionsOnOther,
  conditionsAt,
  type KubeObject,
  type Layer,
  type ObjectRef,
  refOf,
} from '@sitrep/status'
import type { Agenda } from './agenda.ts'
import type { Cause, Problem, StatusChange } from './change.ts'
import { bySlot, Node, type Reader, type Said, type Slot, type Status } from './graph.ts'
import type { KindTable } from './kind-table.ts'
import { overlaid, statusWith } from './overlay.ts'
import { ownershipProblems, ownInput } from './ownership.ts'
import { failure, runPass } from './pass.ts'
import { propagate } from './propagate.ts'
import { same } from './same.ts'
import type { Untold, WorldTables } from './world-tables.ts'

/** How often one status may be looked at in one turn before it counts as never settling. */
const roundLimit = 10

const causesKept = 3

export interface TurnInput {
  readonly tables: WorldTables
  readonly agenda: Agenda
  readonly now: Instant
  readonly layer: Layer
  /** Whether a verdict may ask for another pass. */
  readonly again: boolean
  /** Whether a status waits until somebody has said of everything it reads whether it can be read. */
  readonly hold: boolean
  /** Whose verdict waits, and for what; kept from turn to turn. */
  readonly held: Map<Node, Untold>
  readonly nextPass: () => number
}

/** One call of `apply`: wakes statuses and works in rounds, in the order of the catalog, until no view changes. */
export class Turn {
  readonly #input: TurnInput
  /** Woken statuses by rank. */
  readonly #woken: Set<Node>[] = []
  readonly #causes: Map<Slot, Cause[]> = new Map()
  readonly #touched: Map<Slot, Status | undefined> = new Map()
  /** What each status had said before the first round, so that a passing value moves no time. */
  #basis: Map<Node, Said> = new Map()
  #runs: Map<Node, number> = new Map()
  readonly #decided: Map<Node, readonly Decision[]> = new Map()
  readonly #frozen: Set<Node> = new Set()

  constructor(input: TurnInput) {
    this.#input = input
  }

  wake = (node: Node, cause: Cause): void => {
    if (this.#frozen.has(node) || this.#waits(node)) return
    const rank = node.rank
    while (this.#woken.length <= rank) this.#woken.push(new Set())
    this.#woken[rank]?.add(node)
    this.#note(node.slot, cause)
  }

  // Whatever else changes in the meantime is seen when that has been told: looking before would be in vain.
  #waits(node: Node): boolean {
    const untold = this.#input.held.get(node)
    return untold !== undefined && this.#input.tables.isUntold(untold)
  }

  #note(slot: Slot, cause: Cause): void {
    const causes = this.#causes.get(slot)
    if (causes === undefined) this.#causes.set(slot, [cause])
    else if (causes.length < causesKept) causes.push(cause)
  }

  /** Remembers what an object's status was before this turn. */
  touch(slot: Slot, before: Status | undefined): void {
    if (!this.#touched.has(slot)) this.#touched.set(slot, before)
  }

  /** Lays what is said now over an object again and wakes whoever sees a difference; tells whether there was one. */
  refresh(
    slot: Slot,
    before: { reported: KubeObject | undefined; computed: KubeObject | undefined },
  ): boolean {
    const next = overlaid(slot)
    const computed = next !== slot.reported && same(next, before.computed) ? before.computed : next
    slot.computed = computed
    if (before.computed === computed && before.reported === slot.reported) return false
    propagate({ slot, before, after: { reported: slot.reported, computed } }, this.wake)
    return !same(before.computed?.status, computed?.status)
  }

  /** Puts an object into its place, or another state of it, and wakes whom it concerns. */
  place(slot: Slot, after: KubeObject, maker?: Node): void {
    const before = { reported: slot.reported, computed: slot.computed }
    slot.maker = maker
    if (before.reported !== undefined && same(before.reported, after)) return
    // What somebody else reports is where an object begins; what a verdict yields begins as nothing.
    const first = maker === undefined ? after.status : undefined
    this.touch(slot, (before.reported === undefined ? first : before.computed?.status) as Status | undefined)
    const wakes =
      before.reported === undefined || !same(ownInput(slot, before.reported), ownInput(slot, after))
    slot.reported = after
    this.#equip(slot)
    this.refresh(slot, before)
    if (wakes && slot.node !== undefined) this.wake(slot.node, { cause: 'object', ref: slot.ref })
  }

  /** Takes an object out of its place. */
  remove(slot: Slot): void {
    const before = { reported: slot.reported, computed: slot.computed }
    this.touch(slot, before.computed?.status as Status | undefined)
    if (slot.node !== undefined) this.retire(slot.node)
    slot.node = undefined
    slot.reported = undefined
    slot.maker = undefined
    this.refresh(slot, before)
  }

  /** The kind of an object is known to be something else now: whoever kept its status gives way, and what it is filed under is looked at again. */
  judgeAnew(slot: Slot, after: KubeObject): void {
    const before = { reported: slot.reported, computed: slot.computed }
    this.touch(slot, before.computed?.status as Status | undefined)
    if (slot.node !== undefined && slot.node.definition !== slot.table.knowledge.definition) {
      this.retire(slot.node)
      slot.node = undefined
    }
    slot.reported = after
    this.#equip(slot)
    if (!this.refresh(slot, before)) propagate({ slot, before, after: before }, this.wake)
    if (slot.node !== undefined) this.wake(slot.node, { cause: 'object', ref: slot.ref })
  }

  #equip(slot: Slot): void {
    const { definition } = slot.table.knowledge
    if (definition !== undefined) slot.node ??= new Node(slot, definition)
  }

  /** Takes back all that a status said, made and read: its object is gone. */
  retire(node: Node): void {
    this.#say(node, [])
    this.#derive(node, [])
    subscribe(node, [])
    node.recheckAt = Number.POSITIVE_INFINITY
    this.#input.held.delete(node)
    this.#countMade(node)
    for (const woken of this.#woken) woken.delete(node)
  }

  settle(): void {
    for (let pass = 1; ; pass++) {
      const asking = this.#rounds()
      if (asking.size === 0) return
      if (pass === roundLimit) this.#stop([...asking])
      this.#basis = new Map()
      this.#runs = new Map()
      if (pass < roundLimit) for (const node of asking) this.wake(node, { cause: 'again' })
    }
  }

  // Returns who asks for another pass, with this one's result as its start.
  #rounds(): Set<Node> {
    const asking = new Set<Node>()
    while (this.#woken.some((nodes) => nodes.size > 0)) {
      for (let rank = 0; rank < this.#woken.length; rank++) {
        const nodes = this.#woken[rank]
        if (nodes === undefined || nodes.size === 0) continue
        this.#woken[rank] = new Set()
        for (const node of [...nodes].sort((a, b) => bySlot(a.slot, b.slot))) {
          if (node.slot.node !== node || this.#frozen.has(node)) continue
          if (this.#run(node) && this.#input.again) asking.add(node)
          else asking.delete(node)
        }
      }
    }
    return asking
  }

  // Tells whether the verdict asks for another pass.
  #run(node: Node): boolean {
    const runs = (this.#runs.get(node) ?? 0) + 1
    this.#runs.set(node, runs)
    if (runs > roundLimit) {
      // Everybody who has used up their looks keeps waking each other: they are stopped together and named together.
      this.#stop([...this.#runs].filter(([, count]) => count >= roundLimit).map(([member]) => member))
      return false
    }
    const basis = this.#basis.get(node) ?? node.said
    this.#basis.set(node, basis)
    const { tables, now, layer, nextPass, hold, held } = this.#input
    const result = runPass({ tables, node, basis, now, pass: nextPass(), layer, hold })
    subscribe(node, result.reads)
    if (hold && result.untold !== undefined) {
      held.set(node, result.untold)
      this.#awaitMade(node, result.untold)
      return false
    }
    held.delete(node)
    node.problem = result.problem
    this.#decided.set(node, result.decided)
    this.#accept(node, basis, result)
    return result.again
  }

  #accept(node: Node, basis: Said, { said, recheckAt }: { said: Said; recheckAt: number }): void {
    const { slot } = node
    this.touch(slot, slot.computed?.status as Status | undefined)
    const before = { reported: slot.reported, computed: slot.computed }
    const kept =
      node.said.status !== undefined && same(node.said.status, said.status) ? node.said.status : said.status
    const { others, derived } = node.said
    node.basis = same(basis.status, kept) ? { ...said, status: kept } : basis
    node.said = { ...said, status: kept, others, derived }
    this.#say(node, said.others)
    this.#derive(node, said.derived)
    this.#countMade(node)
    this.refresh(slot, before)
    if (recheckAt !== node.recheckAt) {
      node.recheckAt = recheckAt
      this.#input.agenda.add(node)
    }
  }

  // As long as a status that may yield objects has not looked at everything, those who read them would count too few. Who waits for
  // what others yield is left out: two could wait for each other.
  #awaitMade(node: Node, { table, slot }: Untold): void {
    if (node.said.status !== undefined || slot !== undefined || table.knowledge.derived) this.#countMade(node)
    else for (const made of this.#tablesMadeBy(node)) made.undecidedMakers.add(node)
  }

  #countMade(node: Node): void {
    for (const made of this.#tablesMadeBy(node))
      if (made.undecidedMakers.delete(node) && made.undecidedMakers.size === 0) this.wakeReadersOf(made)
  }

  #tablesMadeBy({ definition, slot }: Node): readonly KindTable[] {
    return (definition.derives ?? []).map((kind) => this.#input.tables.table(slot.table.cluster, kind))
  }

  /** Wakes everybody who reads anything of a kind, because whether it can be read is known otherwise now. */
  wakeReadersOf(table: KindTable): void {
    const { cluster, kind } = table
    for (const reader of table.readers())
      if (!reader.idle) reader.each((node) => this.wake(node, { cause: 'readable', cluster, kind }))
  }

  // Lays what a definition says on other objects over them, and takes back what it no longer says.
  #say(node: Node, others: readonly ConditionsOnOther[]): void {
    const before = node.said.others
    if (before.length === 0 && others.length === 0) return
    node.said = { ...node.said, others: same(before, others) ? before : others }
    if (node.said.others === before) return
    const now = this.#bySlot(others)
    for (const { ref } of before) {
      const slot = this.#slotOf(ref)
      if (!now.has(slot)) this.#speak(node, slot, undefined)
    }
    for (const [slot, spoken] of now) this.#speak(node, slot, spoken)
  }

  #bySlot(others: readonly ConditionsOnOther[]): Map<Slot, ConditionsOnOther[]> {
    const found = new Map<Slot, ConditionsOnOther[]>()
    for (const other of others) {
      const slot = this.#slotOf(other.ref)
      const present = found.get(slot)
      if (present === undefined) found.set(slot, [other])
      else present.push(other)
    }
    return found
  }

  // Lays the objects that a verdict yields into the world, and takes out what it no longer yields.
  #derive(node: Node, derived: readonly KubeObject[]): void {
    const before = node.said.derived
    if (before.length === 0 && derived.length === 0) return
    node.said = { ...node.said, derived }
    const now = new Set(derived.map((object) => this.#slotOf(refOf(object))))
    for (const object of before) {
      const slot = this.#slotOf(refOf(object))
      if (now.has(slot) || slot.maker !== node) continue
      this.remove(slot)
      slot.release()
    }
    for (const object of derived) {
      const slot = this.#slotOf(refOf(object))
      // Whoever made it first goes on: two makers are our mistake, and it is at least the same mistake every time.
      if (slot.maker === undefined || slot.maker === node) this.place(slot, object, node)
      else
        node.problem = { problem: 'two-makers', made: slot.ref, makers: [slot.maker.slot.ref, node.slot.ref] }
    }
  }

  #speak(node: Node, slot: Slot, other: readonly ConditionsOnOther[] | undefined): void {
    const said = slot.said ?? new Map<Node, readonly ConditionsOnOther[]>()
    if (other === undefined) said.delete(node)
    else said.set(node, other)
    slot.said = said.size === 0 ? undefined : said
    if (slot.reported === undefined) {
      slot.release()
      return
    }
    this.touch(slot, slot.computed?.status as Status | undefined)
    const changed = this.refresh(slot, { reported: slot.reported, computed: slot.computed })
    if (!changed) return
    const cause: Cause = { cause: 'said', ref: node.slot.ref }
    if (slot.node === undefined) this.#note(slot, cause)
    else this.wake(slot.node, cause)
  }

  #stop(ring: readonly Node[]): void {
    const slots = ring.map((node) => node.slot).sort(bySlot)
    const views = ring.flatMap((node) =>
      (this.#causes.get(node.slot) ?? []).flatMap((cause) => ('view' in cause ? [cause.view] : [])),
    )
    const problem: Problem = {
      problem: 'unsettled-ring',
      objects: slots.map((slot) => slot.ref),
      views: [...new Set(views)].sort(),
    }
    for (const node of ring) this.#frozen.add(node)
    for (const node of ring) {
      const basis = this.#basis.get(node) ?? node.said
      node.problem = problem
      const stopped = failure(node, { basis, previous: statusWith(node.slot, basis), now: this.#input.now })
      this.#decided.set(node, stopped.decided)
      this.#accept(node, basis, stopped)
    }
  }

  #slotOf(ref: ObjectRef): Slot {
    return this.#input.tables.table(ref.cluster ?? '', ref).slot(ref.namespace ?? '', ref.name)
  }

  /** The statuses that differ from what they were before this turn, in dependency order. */
  changes(): readonly StatusChange[] {
    const changed: Slot[] = []
    for (const [slot, before] of this.#touched) {
      if (!same(before, slot.computed?.status) || problemsOf(slot, this.#decided).length > 0)
        changed.push(slot)
    }
    return changed.sort(bySlot).map((slot) => ({
      ref: slot.ref,
      status: slot.computed?.status as Status | undefined,
      before: this.#touched.get(slot),
      conditions: conditionsAt(slot.computed, undefined, slot.table.lists),
      lists: slot.table.lists,
      ...(slot.maker !== undefined && { maker: slot.maker.slot.ref }),
      because: this.#causes.get(slot) ?? [],
      decided: (slot.node && this.#decided.get(slot.node)) ?? [],
      problems: problemsOf(slot, this.#decided),
    }))
  }
}

// A mistake is handed out by the turn that made it, not again by every later one.
function problemsOf(slot: Slot, ran: ReadonlyMap<Node, unknown>): readonly Problem[] {
  const problem = slot.node !== undefined && ran.has(slot.node) ? slot.node.problem : undefined
  const shared = ownershipProblems(slot)
  return problem === undefined ? shared : [problem, ...shared]
}

/** Moves a status from what it read before to what it reads now; mostly that is the same. */
function subscribe(node: Node, reads: readonly Reader[]): void {
  const before = node.reads
  if (before.length === reads.length && before.every((reader, at) => reader === reads[at])) return
  if (before.length === 0) {
    for (const reader of reads) reader.add(node)
    node.reads = reads
    return
  }
  const now = new Set(reads)
  for (const reader of reads) reader.add(node)
  for (const reader of before) if (!now.has(reader)) reader.remove(node)
  node.reads = reads
}
