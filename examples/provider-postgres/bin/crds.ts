// Prints the CustomResourceDefinitions, for `kubectl apply -f -`.
import { crds } from '../src/crds.ts'

console.log(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: crds() }, undefined, 2))
