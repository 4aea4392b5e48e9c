/**
 * The status of EKS Anywhere clusters, derived from Cluster API objects.
 */

export {}
