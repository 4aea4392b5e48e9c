/** What one of the processes is told at its start. */
export type ProgramOptions =
  | { readonly role: 'server'; readonly folder: string; readonly port: number }
  | {
      readonly role: 'controller'
      readonly folder: string
      readonly identity: string
      /** How many share the work; one needs no Lease. */
      readonly seats: number
    }
