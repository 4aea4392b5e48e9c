/**
 * Infrastructure, nodes, rollouts and faults for Cluster API clusters, simulated against any API server.
 */

export {}
