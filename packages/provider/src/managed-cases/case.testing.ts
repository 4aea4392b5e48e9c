/** A condition: type, status, reason, message, generation (0 for none). */
export type CaseCondition = readonly [
  type: string,
  status: string,
  reason: string,
  message: string,
  generation: number,
]

/** How something ends that is played: at once, late, or not before its time is over; well or not. */
export interface Play {
  readonly takes?: number
  readonly hang?: boolean
  readonly err?: { readonly text: string; readonly code?: number }
}

/** A call of the provider, and what it changes in the object. */
export interface PlayedCall extends Play {
  readonly conditions?: readonly CaseCondition[]
  readonly late?: string
  readonly at?: string
  readonly name?: string
  readonly exists?: boolean
  readonly upToDate?: boolean
  readonly lateInitialized?: boolean
  readonly diff?: string
  readonly details?: Readonly<Record<string, string>>
  readonly additional?: Readonly<Record<string, string>>
}

/** A request to the API server that goes wrong, or takes its time. */
export interface Fault {
  readonly at: string
  readonly times?: number
  readonly code?: number
  readonly text?: string
  readonly takes?: number
  readonly hang?: boolean
  readonly specEdited?: boolean
}

export interface CaseObject {
  readonly generation: number
  readonly deleted?: boolean
  readonly finalizers?: readonly string[]
  readonly annotations?: Readonly<Record<string, string>>
  readonly policies?: readonly string[]
  readonly deletionPolicy?: string
  readonly secretRef?: boolean
  readonly lastHandled?: string
  readonly late?: string
  readonly ref?: string
  readonly at?: string
  readonly conditions?: readonly CaseCondition[]
}

export interface CaseSecret {
  readonly data?: Readonly<Record<string, string>>
  readonly owner?: 'self' | 'other' | 'none'
  readonly type?: string
}

/** The situation before a pass. */
export interface Situation {
  readonly kind: 'modern' | 'legacy' | 'bare'
  readonly noTracker?: boolean
  readonly config: {
    readonly policies?: boolean
    readonly poll?: number
    readonly minPoll?: number
    readonly hook?: 'double' | 'ready'
    readonly grace?: number
    readonly timeout?: number
    readonly deterministicName?: boolean
  }
  readonly object: CaseObject | null
  readonly realSecret?: boolean
  readonly secret?: CaseSecret
  readonly initialize?: PlayedCall
  readonly references?: Play & { readonly ref?: string }
  readonly connect?: PlayedCall
  readonly observe?: PlayedCall
  readonly create?: PlayedCall
  readonly update?: PlayedCall
  readonly delete?: PlayedCall
  readonly disconnect?: PlayedCall
  readonly connectorDisconnect?: PlayedCall
  readonly changeLog?: Play
  readonly faults?: readonly Fault[]
}

/** What a pass comes to, in the terms of the cases; what is not there did not change. */
export interface Outcome {
  readonly result: 'requeue' | 'none' | 'error' | { readonly after: number }
  readonly err?: string
  readonly do: readonly string[]
  readonly events: readonly (readonly string[])[]
  readonly conditions: readonly (readonly unknown[])[]
  readonly sent?: readonly CaseCondition[]
  readonly annotations?: Readonly<Record<string, string>>
  readonly finalizers?: readonly string[]
  readonly gone?: true
  readonly generation?: number
  readonly late?: string
  readonly ref?: string
  readonly at?: string
  readonly lastHandled?: string
  readonly secret?: Readonly<Record<string, string>>
  readonly changeLog?: readonly (readonly unknown[])[]
}

/** One pass of the genuine reconciler: a situation, and what came of it. */
export interface ManagedCase {
  readonly id: string
  /** What it is about. */
  readonly n: string
  readonly row: number
  readonly quirk?: string
  readonly in: Situation
  readonly w: Outcome
}
