// Nothing is built of this module: tests read the definitions that it holds.
module sitrep.dev/peers/gateway-api

go 1.26.0

require sigs.k8s.io/gateway-api v1.7.0
