import { type ChoiceRules, type ConditionRules, False, otherwise, True, Unknown } from '@sitrep/conditions'
import type { DepotFacts } from './facts.ts'
import type { Gate } from './types.ts'

const shut = ({ gates }: DepotFacts): readonly string[] =>
  gates.filter(({ locked }) => locked).map(({ name }) => name)

export const accepted: ConditionRules<DepotFacts> = {
  type: 'Accepted',
  rows: [
    ['it has no gates', (f) => f.gates.length === 0, False('NoGates', 'It needs at least one gate')],
    ['otherwise', otherwise, True('Accepted')],
  ],
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const ready: ConditionRules<DepotFacts> = {
  type: 'Ready',
  rows: [
    ['it has no gates',                    (f) => f.gates.length === 0,            False('NoGates', 'It needs at least one gate'),          [{ condition: 'Accepted' }]],
    ['Parcels cannot be listed',           (f) => !f.listed,                       Unknown('ParcelsUnread', 'Cannot list Parcels')],
    ['every gate is locked',               (f) => shut(f).length === f.gates.length, False('Locked', (f) => `Gates ${shut(f).join(', ')} are locked`), (f) => shut(f).map((gate) => ({ at: `gates[${gate}]`, condition: 'Open' }))],
    ['its parcels weigh more than it holds', (f) => f.weight > f.capacity,         False('Full', 'Its parcels weigh more than it holds'),   [{ field: 'spec.capacity' }]],
    ['otherwise',                          otherwise,                              True('Ready')],
  ],
}

export const open: ConditionRules<Gate> = {
  type: 'Open',
  rows: [
    ['the gate is locked', (f) => f.locked, False('Locked', 'Somebody has to unlock it')],
    ['otherwise', otherwise, True('Open')],
  ],
}

/** What a Depot does next. */
export interface Dispatch {
  readonly action: 'wait' | 'call' | 'dispatch'
  readonly event: string
  readonly again: string
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const dispatch: ChoiceRules<DepotFacts, Dispatch> = {
  name: 'Dispatch',
  rows: [
    ['nothing lies there',           (f) => f.listed && f.parcels === 0, { action: 'wait',     event: '',                  again: 'when a Parcel comes' }],
    ['it could not look',            (f) => !f.listed || !f.vehiclesListed, { action: 'wait',  event: '',                  again: 'when it can' }],
    ['no vehicle can go',            (f) => f.vehiclesReady === 0,       { action: 'call',     event: 'Warning NoVehicle', again: 'when a vehicle reports' }],
    ['otherwise',                    otherwise,                          { action: 'dispatch', event: 'Normal Dispatched', again: 'at once' }],
  ],
}
