/**
 * One word and one sentence about any Kubernetes object, with its evidence.
 */

export {}
