/**
 * Infrastructure, nodes, rollouts and faults, simulated against any API server: those of Cluster API and EKS Anywhere, and of any other family.
 * Touches the world: sockets. Everything that is decided is decided by pure planners.
 */

// Clusters of a scenario
export {
  type ClusterHappening,
  type NodeFault,
  nodeFaults,
  type ScenarioCluster,
  type WorkerGroup,
} from './cluster-api/scenario/types.ts'
// What is needed of the outside
export type { ApiRequest, ApiStream, Connection, Timing } from './connection.ts'
export type { WorkloadAccess } from './execute/workloads.ts'
// What is simulated
export { providerCrds, servedFamilies, simulatedFamilies } from './families.ts'
export { type GatewayFaults, gatewayFaults } from './gateway-api/kinds.ts'
// What families plan with
export {
  type Action,
  actions,
  type FactChange,
  inOrder,
  nothing,
  type Plan,
  together,
} from './plan/action.ts'
export type { PlanInput, Planner } from './plan/input.ts'
export { timer } from './plan/timer.ts'
// What happens when
export { defaultTimings, emptyScenario } from './scenario/defaults.ts'
export { demoScenario } from './scenario/demo.ts'
export { ScenarioError, type ScenarioProblem } from './scenario/errors.ts'
export { faster } from './scenario/faster.ts'
export { type Look, type NamedScenario, namedScenarios } from './scenario/named.ts'
export { parseScenario } from './scenario/parse.ts'
export type { ScenarioPart } from './scenario/part.ts'
export type { Happening, Scenario, TimelineEntry, Timings } from './scenario/types.ts'
export type { SimulatedFamily } from './simulated-family.ts'
// Running
export { type Simulator, type SimulatorOptions, startSimulator } from './simulator.ts'
// What planners look at
export type { World } from './world/world.ts'
