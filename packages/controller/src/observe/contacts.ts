import type { ClusterName } from '@sitrep/status'

/** Whether a cluster answers: it does, it has not at the first attempts, it never has since this process began, or it no longer does. */
export type ContactState = 'made' | 'connecting' | 'unreachable' | 'lost'

/** How the contact to one cluster is. The management cluster has the empty name. */
export interface Contact {
  readonly cluster: ClusterName
  readonly state: ContactState
  /** What stands in the way; absent where there is contact. */
  readonly why?: string
  /** Milliseconds since the epoch. */
  readonly since: number
}

/** A contact that is another than before. */
export interface ContactChange extends Contact {
  /** How it was before; absent: nobody had said anything. */
  readonly before?: Contact
}

/** How the contact to each cluster is, as it was told last. */
export class Contacts {
  readonly #known: Map<ClusterName, Contact> = new Map()

  /** Takes in what is told; the answer is what changed by it. Another reason for the same is no change. */
  tell(told: Contact): ContactChange | undefined {
    const before = this.#known.get(told.cluster)
    if (before?.state === told.state) return undefined
    this.#known.set(told.cluster, told)
    return before === undefined ? told : { ...told, before }
  }

  forget(cluster: ClusterName): void {
    this.#known.delete(cluster)
  }

  get all(): readonly Contact[] {
    return [...this.#known.values()]
  }
}
