/**
 * Infrastructure, nodes, rollouts and faults for Cluster API clusters, simulated against any API server.
 * Touches the world: sockets. Everything that is decided is decided by pure planners.
 */

// Time
export { acceleratedTiming } from './accelerated-timing.ts'
// What is needed of the outside
export type { ApiRequest, ApiStream, Connection, Timing } from './connection.ts'
export type { WorkloadAccess } from './execute/workloads.ts'
export type { FactChange } from './plan/action.ts'
// Kinds that are simulated
export { providerCrds } from './provider-crds.ts'
// What happens when
export { demoScenario } from './scenario/demo.ts'
export { ScenarioError, type ScenarioProblem } from './scenario/errors.ts'
export { parseScenario } from './scenario/parse.ts'
export {
  defaultTimings,
  emptyScenario,
  type Happening,
  type NodeFault,
  nodeFaults,
  type Scenario,
  type ScenarioCluster,
  type TimelineEntry,
  type Timings,
  type WorkerGroup,
} from './scenario/types.ts'
// Running
export { type Simulator, type SimulatorOptions, startSimulator } from './simulator.ts'
