import { cidrFunctions } from './functions/cidr.ts'
import { conversionFunctions } from './functions/conversions.ts'
import { formatFunctions } from './functions/formats.ts'
import { ipFunctions } from './functions/ip.ts'
import { listFunctions } from './functions/lists.ts'
import { operatorFunctions } from './functions/operators.ts'
import { optionalFunctions } from './functions/optionals.ts'
import { quantityFunctions } from './functions/quantity.ts'
import { regexFunctions } from './functions/regex.ts'
import { semverFunctions } from './functions/semver.ts'
import { setFunctions } from './functions/sets.ts'
import { stringFunctions } from './functions/strings.ts'
import { timeFunctions } from './functions/times.ts'
import { urlFunctions } from './functions/url.ts'
import type { Overload } from './overload.ts'

/**
 * All functions that rules can call, by name: those of kube-apiserver 1.36 (k8s.io/apiserver pkg/cel/environment/base.go),
 * without the authorizer, which only admission policies have.
 */
export const functionTable: ReadonlyMap<string, readonly Overload[]> = Map.groupBy(
  [
    ...operatorFunctions,
    ...conversionFunctions,
    ...timeFunctions,
    ...stringFunctions,
    ...regexFunctions,
    ...listFunctions,
    ...setFunctions,
    ...optionalFunctions,
    ...urlFunctions,
    ...quantityFunctions,
    ...ipFunctions,
    ...cidrFunctions,
    ...formatFunctions,
    ...semverFunctions,
  ],
  ({ name }) => name,
)
