/** What a number was promised for. */
export interface Bar {
  readonly what: string
  /** Where its figure was recorded: the part, and the name of the figure there. */
  readonly figure: readonly [part: string, name: string]
  /** The figure must not be larger, or not be smaller. */
  readonly bar: readonly ['≤' | '≥', number]
  /** What was measured, on two cores too, before it was worked at. */
  readonly before?: string
}

const one = 'conditions: summary of 6 conditions, µs'
const [machines, node] = ['fleet of 100000 machines:', 'Node to written Machine, at 1000 events/s,']
const client = 'client, 100000 objects:'
const widest = 'size widest, 1 × 5003 machines:'
const xl = 'size XL, 2000 × 53 machines:'

// biome-ignore format: the table is what is promised; its columns stay aligned
export const bars: readonly Bar[] = [
  { what: 'summary of 6 conditions, µs',                                     figure: ['conditions', one],                                                             bar: ['≤', 3] },
  { what: 'aggregate of 1,000 objects, all distinct, µs',                    figure: ['conditions', 'conditions: aggregate of 1000, all distinct, µs'],               bar: ['≤', 500] },
  { what: 'aggregate of 100,000 objects, all distinct, µs',                  figure: ['conditions', 'conditions: aggregate of 100000, all distinct, µs'],             bar: ['≤', 60_000] },
  { what: 'full status of 2,000 × 53 machines, s of processor time',         figure: ['scale', `${xl} full status, s`],                                               bar: ['≤', 7],       before: '13 to 15' },
  { what: 'its memory, MB',                                                  figure: ['cluster-api', 'cluster-api: memory with all of it, MB'],                       bar: ['≤', 900],     before: '1,750 to 1,870' },
  { what: 'one Node goes bad in it, until the Cluster says so, ms',          figure: ['cluster-api', 'cluster-api: a Node goes bad until the Cluster says so, ms'],   bar: ['≤', 5] },
  { what: 'one Node goes bad in a MachineDeployment of 5,000, ms',           figure: ['scale', `${widest} one Node goes bad, ms`],                                    bar: ['≤', 2] },
  { what: '100,000 machines in 100 clusters known, s',                       figure: ['fleet, wide', `${machines} until every status is known, s`],                   bar: ['≤', 15],      before: '34' },
  { what: 'and written, s',                                                  figure: ['fleet, wide', `${machines} until every status is written, s`],                 bar: ['≤', 30],      before: '68' },
  { what: 'memory of their controller, MB',                                  figure: ['fleet, wide', `${machines} memory with all of it, MB`],                        bar: ['≤', 1_500],   before: '2,800' },
  { what: 'event to written status at 1,000 events/s, p99, ms',              figure: ['fleet, wide', `${machines} ${node} p99, ms`],                                  bar: ['≤', 30],      before: '168' },
  { what: 'the longest pause meanwhile, ms',                                 figure: ['fleet, wide', `${machines} event loop held, longest, ms`],                     bar: ['≤', 50] },
  { what: 'API server: process start to ready, ms',                          figure: ['api-server', 'process start to ready, ms'],                                    bar: ['≤', 250] },
  { what: 'API server: memory, idle, MB',                                    figure: ['api-server', 'memory, idle, MB'],                                              bar: ['≤', 120] },
  { what: 'API server: memory after load, MB',                               figure: ['api-server', 'memory, with 3500 objects after the load, MB'],                  bar: ['≤', 200] },
  { what: 'API server: durable creates, /s',                                 figure: ['api-server', 'durable creates, 16 connections, /s'],                           bar: ['≥', 5_000] },
  { what: 'API server: patches, /s',                                         figure: ['api-server', 'patches, 16 connections, /s'],                                   bar: ['≥', 5_000],   before: '2,645' },
  { what: 'API server: gets, /s',                                            figure: ['api-server', 'gets, 16 connections, /s'],                                      bar: ['≥', 10_000] },
  { what: 'API server: list of 3,500 objects, ms',                           figure: ['api-server', 'list of 3500 objects, ms'],                                      bar: ['≤', 20] },
  { what: 'API server: watch events to 100 watchers, /s',                    figure: ['api-server', 'watch events to 100 watchers, /s'],                              bar: ['≥', 100_000] },
  { what: 'client: 100,000 objects synced, s',                               figure: ['client', `${client} until synced, s`],                                         bar: ['≤', 4] },
  { what: 'client: memory with them, MB',                                    figure: ['client', `${client} memory when synced, MB`],                                  bar: ['≤', 600] },
  { what: 'client: events, /s',                                              figure: ['client', `${client} events, /s`],                                              bar: ['≥', 35_000] },
  { what: 'command: sitrep get clusters, ms',                                figure: ['cli', 'cli: sitrep get clusters, 20 of them, ms'],                             bar: ['≤', 80],      before: '94' },
  { what: 'command: sitrep describe cluster, ms',                            figure: ['cli', 'cli: sitrep describe cluster, ms'],                                     bar: ['≤', 150],     before: '134' },
  { what: 'the longest that a hostile request holds the API server, ms',     figure: ['stalls', 'worst turn of the event loop, ms'],                                  bar: ['≤', 100] },
]
