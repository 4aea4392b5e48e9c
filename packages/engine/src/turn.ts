import { type ConditionsOnOther, type KubeObject, type ObjectRef, refOf, same } from '@sitrep/status'
import type { Cause, Problem, StatusChange } from './change.ts'
import { Keeper, readersOf, type Slot } from './graph.ts'
import type { KindTable } from './kind-table.ts'
import { Leaders } from './leaders.ts'
import { overlaid, statusWith } from './overlay.ts'
import { ownInput } from './ownership.ts'
import { failure, runPass } from './pass.ts'
import { propagate } from './propagate.ts'
import type { Said, Status } from './said.ts'
import { bySlot } from './slot-order.ts'
import { itself, statusChanges } from './status-changes.ts'
import { subscribe } from './subscribe.ts'
import type { Placing, TurnInput } from './turn-input.ts'
import type { Untold } from './world-tables.ts'

/** How often one status may be looked at in one turn before it counts as never settling. */
const roundLimit = 10

const causesKept = 3

/** About a millisecond's work. */
const passesInStep = 10

/** One call of `apply`: wakes statuses and works in rounds, in the order of the catalog, until no view changes. */
export class Turn {
  readonly #input: TurnInput
  /** Woken statuses by rank. */
  readonly #woken: Set<Keeper>[] = []
  readonly #leaders = new Leaders(this.#woken)
  readonly #causes: Map<Slot, (Cause | typeof itself)[]> = new Map()
  readonly #touched: Map<Slot, Status | undefined> = new Map()
  /** What each status had said before the first round, so that a passing value moves no time. */
  #basis: Map<Keeper, Said> = new Map()
  #runs: Map<Keeper, number> = new Map()
  /** Whose definition was asked. What it decided is not kept: whoever wants to know why asks `explain`, which looks again. */
  readonly #ran: Set<Keeper> = new Set()
  readonly #frozen: Set<Keeper> = new Set()
  /** What somebody else looks after from now on: it has not changed by that. */
  readonly #moved: Set<Slot> = new Set()

  constructor(input: TurnInput) {
    this.#input = input
  }

  wake = (keeper: Keeper, cause: Cause | typeof itself, stirred?: Slot): void => {
    if (stirred !== undefined) this.#input.tables.stirred.get(keeper)?.add(stirred)
    // Whatever else changes until all has been told is seen then: looking before would be in vain.
    if (this.#frozen.has(keeper) || this.#input.holding.waits(keeper)) return
    const rank = keeper.rank
    while (this.#woken.length <= rank) this.#woken.push(new Set())
    this.#woken[rank]?.add(keeper)
    this.#note(keeper.slot, cause)
  }

  #note(slot: Slot, cause: Cause | typeof itself): void {
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
  place(slot: Slot, after: KubeObject, { maker, sheet }: Placing): void {
    const before = { reported: slot.reported, computed: slot.computed }
    slot.maker = maker
    if (before.reported !== undefined && same(before.reported, after)) return
    // What was computed is reported now: it was written and has come back. Nothing that anybody computes from is different.
    if (before.reported !== undefined && after === before.computed) {
      slot.report(after, sheet)
      propagate({ slot, before, after: { reported: after, computed: after } }, this.wake)
      return
    }
    // What somebody else reports is where an object begins; what a pass yields begins as nothing.
    const isStart = before.reported === undefined && maker === undefined
    // Where nobody computes a status, one that begins as it is reported is none that changes.
    if (!isStart || slot.table.knowledge.definition !== undefined)
      this.touch(slot, (isStart ? after.status : before.computed?.status) as Status | undefined)
    const wakes =
      before.reported === undefined || !same(ownInput(slot, before.reported), ownInput(slot, after))
    slot.report(after, sheet)
    slot.table.noteNamed(slot)
    this.#equip(slot)
    this.refresh(slot, before)
    if (wakes && slot.keeper !== undefined) this.wake(slot.keeper, itself)
  }

  /** Takes an object out of its place. */
  remove(slot: Slot): void {
    const before = { reported: slot.reported, computed: slot.computed }
    this.touch(slot, before.computed?.status as Status | undefined)
    if (slot.keeper !== undefined) this.retire(slot.keeper)
    slot.keeper = undefined
    slot.reported = undefined
    slot.table.noteNamed(slot)
    slot.maker = undefined
    this.refresh(slot, before)
  }

  /** Takes an object out of its place without a word: somebody else looks after it from now on. */
  leave(slot: Slot): void {
    this.#hush(slot)
    this.remove(slot)
  }

  /** The status of an object is computed here from now on, or somewhere else. */
  move(slot: Slot): void {
    const { keeper } = slot
    this.#equip(slot)
    if (keeper === undefined) {
      if (slot.keeper !== undefined) this.wake(slot.keeper, itself)
    } else if (this.#input.tables.given.has(slot)) {
      this.#hush(slot)
      const before = { reported: slot.reported, computed: slot.computed }
      this.retire(keeper)
      slot.keeper = undefined
      this.refresh(slot, before)
    }
  }

  // Neither the object nor what its pass yields has changed by being looked after by somebody else.
  #hush(slot: Slot): void {
    this.#moved.add(slot)
    for (const made of slot.keeper?.said.derived ?? []) this.#moved.add(this.#slotOf(refOf(made)))
  }

  /** The kind of an object is known to be something else now: whoever kept its status gives way, and what it is filed under is looked at again. */
  judgeAnew(slot: Slot, after: KubeObject): void {
    const before = { reported: slot.reported, computed: slot.computed }
    this.touch(slot, before.computed?.status as Status | undefined)
    if (slot.keeper !== undefined && slot.keeper.definition !== slot.table.knowledge.definition) {
      this.retire(slot.keeper)
      slot.keeper = undefined
    }
    slot.reported = after
    this.#equip(slot)
    if (!this.refresh(slot, before)) propagate({ slot, before, after: before }, this.wake)
    if (slot.keeper !== undefined) this.wake(slot.keeper, itself)
  }

  #equip(slot: Slot): void {
    const { definition } = slot.table.knowledge
    if (definition !== undefined && !this.#input.tables.given.has(slot))
      slot.keeper ??= new Keeper(slot, definition)
  }

  /** Takes back all that a status said, made and read: its object is gone. */
  retire(keeper: Keeper): void {
    this.#say(keeper, [])
    this.#derive(keeper, [])
    subscribe(keeper, [])
    this.#input.agenda.set(keeper, Number.POSITIVE_INFINITY)
    this.#input.holding.release(keeper)
    this.#countMade(keeper)
    for (const woken of this.#woken) woken.delete(keeper)
  }

  /** Looks at whoever is woken until nobody is, a few passes at a time. */
  *settle(): Generator<void, void, void> {
    for (let pass = 1; ; pass++) {
      const asking = yield* this.#rounds()
      if (asking.size === 0) return
      if (pass === roundLimit) this.#stop([...asking])
      this.#basis = new Map()
      this.#runs = new Map()
      if (pass < roundLimit) for (const keeper of asking) this.wake(keeper, { cause: 'again' })
    }
  }

  // Returns who asks for another pass, with this one's result as its start.
  *#rounds(): Generator<void, Set<Keeper>, void> {
    const asking = new Set<Keeper>()
    let passes = 0
    while (this.#woken.some((keepers) => keepers.size > 0) || this.#wakePutOff()) {
      for (let rank = 0; rank < this.#woken.length; rank++) {
        const keepers = this.#woken[rank]
        if (keepers === undefined || keepers.size === 0) continue
        this.#woken[rank] = new Set()
        for (const keeper of [...keepers].sort((a, b) => bySlot(a.slot, b.slot))) {
          const { silent } = keeper
          this.#look(keeper, asking)
          if (++passes % passesInStep === 0) yield
          if (silent) this.#leaders.goBefore(keeper, (leader) => this.#look(leader, asking))
        }
      }
    }
    return asking
  }

  #look(keeper: Keeper, asking: Set<Keeper>): void {
    if (keeper.slot.keeper !== keeper || this.#frozen.has(keeper)) return
    if (this.#run(keeper) && this.#input.again) asking.add(keeper)
    else asking.delete(keeper)
  }

  // Only when all others have been looked at: then it is known what they wait for.
  #wakePutOff(): boolean {
    const ready = this.#input.holding.takeReady()
    for (const { table, keepers } of ready) {
      for (const keeper of keepers) this.wake(keeper, itself)
      this.wakeReadersOf(table)
    }
    return ready.length > 0
  }

  // Tells whether the pass asks for another.
  #run(keeper: Keeper): boolean {
    const runs = (this.#runs.get(keeper) ?? 0) + 1
    this.#runs.set(keeper, runs)
    if (runs > roundLimit) {
      // Everybody who has used up their looks keeps waking each other: they are stopped together and named together.
      this.#stop([...this.#runs].filter(([, count]) => count >= roundLimit).map(([member]) => member))
      return false
    }
    const basis = this.#basis.get(keeper) ?? keeper.said
    this.#basis.set(keeper, basis)
    const { tables, now, layer, nextPass, hold, holding } = this.#input
    const result = runPass({ tables, keeper, basis, now, pass: nextPass(), layer, hold })
    subscribe(keeper, result.reads)
    tables.stirred.get(keeper)?.clear()
    const [untold] = result.untold
    if (hold && untold !== undefined) {
      holding.hold(keeper, result.untold)
      this.#awaitMade(keeper, untold)
      return false
    }
    holding.release(keeper)
    if (result.unanswered === true) {
      this.#derive(keeper, result.said.derived)
      this.#countMade(keeper)
      return false
    }
    keeper.problem = result.problem
    this.#accept(keeper, basis, result)
    this.#ran.add(keeper)
    return result.again
  }

  #accept(keeper: Keeper, basis: Said, { said, recheckAt }: { said: Said; recheckAt: number }): void {
    const { slot } = keeper
    this.touch(slot, slot.computed?.status as Status | undefined)
    const before = { reported: slot.reported, computed: slot.computed }
    const status = this.#input.tables.sharing.saidBy(keeper, said.status)
    const claims = this.#input.tables.sharing.claims(keeper.definition, said.claims)
    const { others, derived } = keeper.said
    keeper.said = { ...said, status, claims, others, derived }
    this.#say(keeper, said.others)
    this.#derive(keeper, said.derived)
    keeper.basis = same(basis.status, status) ? keeper.said : basis
    this.#countMade(keeper)
    this.refresh(slot, before)
    this.#input.agenda.set(keeper, recheckAt)
  }

  // As long as a status that may yield objects has not looked at everything, those who read them would count too few. Who waits for
  // what others yield is left out: two could wait for each other.
  #awaitMade(keeper: Keeper, { table, slot }: Untold): void {
    if (keeper.said.status !== undefined || slot?.awaited || table.knowledge.derived) this.#countMade(keeper)
    else for (const made of this.#tablesMadeBy(keeper)) made.undecidedMakers.add(keeper)
  }

  #countMade(keeper: Keeper): void {
    for (const made of this.#tablesMadeBy(keeper))
      if (made.undecidedMakers.delete(keeper) && made.undecidedMakers.size === 0) this.wakeReadersOf(made)
  }

  #tablesMadeBy({ definition, slot }: Keeper): readonly KindTable[] {
    return (definition.derives ?? []).map((kind) => this.#input.tables.table(slot.table.cluster, kind))
  }

  /** Wakes everybody who reads anything of a kind, or one object of it, because whether it can be read is known otherwise now. */
  wakeReadersOf(table: KindTable, slot?: Slot): void {
    const { cluster, kind } = table
    for (const reader of slot === undefined ? table.readers() : readersOf(slot))
      if (!reader.idle) reader.each((keeper) => this.wake(keeper, { cause: 'readable', cluster, kind }))
  }

  // Lays what a definition says on other objects over them, and takes back what it no longer says.
  #say(keeper: Keeper, others: readonly ConditionsOnOther[]): void {
    const before = keeper.said.others
    if (before.length === 0 && others.length === 0) return
    keeper.said = { ...keeper.said, others: same(before, others) ? before : others }
    if (keeper.said.others === before) return
    const now = this.#bySlot(others)
    for (const { ref } of before) {
      const slot = this.#slotOf(ref)
      if (!now.has(slot)) this.#speak(keeper, slot, undefined)
    }
    for (const [slot, spoken] of now) this.#speak(keeper, slot, spoken)
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

  // Lays the objects that a pass yields into the world, and takes out what it no longer yields.
  #derive(keeper: Keeper, derived: readonly KubeObject[]): void {
    const before = keeper.said.derived
    if (before.length === 0 && derived.length === 0) return
    keeper.said = { ...keeper.said, derived }
    const now = new Set(derived.map((object) => this.#slotOf(refOf(object))))
    for (const object of before) {
      const slot = this.#slotOf(refOf(object))
      if (now.has(slot) || slot.maker !== keeper) continue
      this.remove(slot)
      slot.release()
    }
    for (const object of derived) {
      const slot = this.#slotOf(refOf(object))
      // Whoever made it first goes on: two makers are our mistake, and it is at least the same mistake every time.
      if (slot.maker === undefined || slot.maker === keeper) this.place(slot, object, { maker: keeper })
      else
        keeper.problem = {
          problem: 'two-makers',
          made: slot.ref,
          makers: [slot.maker.slot.ref, keeper.slot.ref],
        }
    }
  }

  #speak(keeper: Keeper, slot: Slot, other: readonly ConditionsOnOther[] | undefined): void {
    const said = slot.said ?? new Map<Keeper, readonly ConditionsOnOther[]>()
    if (other !== undefined && same(said.get(keeper), other)) return
    if (other === undefined) said.delete(keeper)
    else said.set(keeper, other)
    slot.said = said.size === 0 ? undefined : said
    if (slot.reported === undefined) {
      slot.release()
      return
    }
    this.touch(slot, slot.computed?.status as Status | undefined)
    const changed = this.refresh(slot, { reported: slot.reported, computed: slot.computed })
    const cause: Cause = { cause: 'said', ref: keeper.slot.ref }
    // That somebody says it is news for its own definition, even where it stands there already.
    if (slot.keeper !== undefined) this.wake(slot.keeper, cause)
    else if (changed) this.#note(slot, cause)
  }

  #stop(ring: readonly Keeper[]): void {
    const slots = ring.map((keeper) => keeper.slot).sort(bySlot)
    const views = ring.flatMap((keeper) =>
      (this.#causes.get(keeper.slot) ?? []).flatMap((cause) =>
        cause !== itself && 'view' in cause ? [cause.view] : [],
      ),
    )
    const problem: Problem = {
      problem: 'unsettled-ring',
      objects: slots.map((slot) => slot.ref),
      views: [...new Set(views)].sort(),
    }
    for (const keeper of ring) this.#frozen.add(keeper)
    for (const keeper of ring) {
      const basis = this.#basis.get(keeper) ?? keeper.said
      keeper.problem = problem
      const stopped = failure(keeper, {
        basis,
        previous: statusWith(keeper.slot, basis),
        now: this.#input.now,
      })
      this.#ran.add(keeper)
      this.#accept(keeper, basis, stopped)
    }
  }

  #slotOf(ref: ObjectRef): Slot {
    return this.#input.tables.table(ref.cluster ?? '', ref).slot(ref.namespace ?? '', ref.name)
  }

  /** The statuses that differ from what they were before this turn, in dependency order. */
  changes(): readonly StatusChange[] {
    return statusChanges({
      touched: this.#touched,
      moved: this.#moved,
      causes: this.#causes,
      ran: this.#ran,
    })
  }
}
