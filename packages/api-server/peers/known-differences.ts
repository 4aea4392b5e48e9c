import type { Difference } from './compare.ts'

/** A place where we answer differently than Kubernetes and mean to. */
export interface KnownDifference {
  /** A name to speak of it by. */
  readonly id: string
  /** What a client asks for when it sees it. */
  readonly asked: string
  readonly ours: string
  readonly kubernetes: string
  readonly reason: string
  /** Tells whether a difference that was found is this one. `place` is `<story> > <because> > <path>`. */
  matches(place: string, difference: Difference): boolean
}

/** All of them; each must still be seen, or the test asks for it to be struck out. */
export const knownDifferences: readonly KnownDifference[] = [
  {
    id: 'documentation of built-in kinds',
    asked: 'A Table, an OpenAPI document or `kubectl explain` of a built-in kind.',
    ours: 'Columns, fields and their types, without descriptions.',
    kubernetes: 'The same with a description of each.',
    reason:
      'The texts are Kubernetes documentation, which this project does not copy. No client computes with them.',
    matches: (place) => /\.description$/.test(place),
  },
  {
    id: 'guards of controllers that do not run here',
    asked: 'A Node, a PersistentVolume or a PersistentVolumeClaim is created.',
    ours: 'They are stored as sent.',
    kubernetes:
      'A Node gets the taint `node.kubernetes.io/not-ready`, volumes and claims get a protecting finalizer.',
    reason:
      'In a cluster the node lifecycle controller takes the taint away and the volume controllers take the finalizers away. Neither runs here, so Nodes would stay tainted and volumes could never be deleted.',
    matches: (place, { genuine }) =>
      /not-ready|pv-protection|pvc-protection/.test(JSON.stringify(genuine) ?? '') ||
      /^built-in\/Node > applied > body\.metadata\.managedFields/.test(place) ||
      /^deletes\/answers > a claim > body\.metadata/.test(place),
  },
  {
    id: 'how deep and how large a body may be',
    asked:
      'A body is nested more than 1,000 levels deep, holds more than 50,000 values, or takes more than 300,000 comparisons with its schema; a role grants more than 20,000 single rights; a regular expression is written out to more than 10,000 steps, or all of a schema to more than 50,000; a row of a table has more than 32 KiB.',
    ours: 'Refuses it in words that name the limit; of a row it leaves out the rest.',
    kubernetes: 'Takes 10,000 levels, as many values as 3 MB hold, and as long as the rest needs.',
    reason:
      'One request must not keep all others waiting, and no object that anybody uses comes near any of these limits.',
    matches: (place) => /^bad-input\/bodies > very deep > body\.message/.test(place),
  },
  {
    id: 'protobuf answers',
    asked: 'A client accepts protobuf and nothing else.',
    ours: 'Refuses in JSON.',
    kubernetes: 'Answers or refuses in protobuf.',
    reason:
      'Every client that prefers protobuf accepts JSON too. Protobuf request bodies, which clients do send, are read.',
    matches: (place) => /^bad-input\/custom > protobuf answer >/.test(place),
  },
  {
    id: 'protobuf sent for a custom resource',
    asked: 'A custom object is created with a protobuf body.',
    ours: 'Answers 415 with the types that can be read.',
    kubernetes: 'Breaks the connection: version 1.36.3 panics.',
    reason: 'An answer is better than none.',
    matches: (place) => /^bad-input\/custom > protobuf body >/.test(place),
  },
  {
    id: 'words of the YAML parser',
    asked: 'A YAML body cannot be read.',
    ours: 'Answers the same code and reason and names the line, in the words of its own parser.',
    kubernetes: 'Names the line in the words of go-yaml.',
    reason: 'The words are those of another library; nothing but a person reads them.',
    matches: (place, { genuine }) =>
      /(body\.message|causes\.\d+\.message)$/.test(place) && /yaml: line \d+: /.test(String(genuine)),
  },
  {
    id: 'quoting in YAML answers',
    asked: 'An object as `application/yaml`.',
    ours: 'The same document; a key such as `.` is quoted.',
    kubernetes: 'The key `.` stands without quotes.',
    reason: 'Both are the same YAML.',
    matches: (place) => /^bad-input\/media > accept of YAML > body$/.test(place),
  },
  {
    id: 'the price of validation rules',
    asked: 'A definition has a rule that could become expensive on large objects.',
    ours: 'Accepts it and limits what each evaluation may cost.',
    kubernetes: 'Estimates the cost from the schema and refuses the definition.',
    reason:
      'The estimate protects a shared control plane from definitions of strangers. Here it would only refuse what the limit at run time contains already.',
    matches: (place) =>
      /^definitions\/rules > (too dear|fine > body\.metadata\.uid)/.test(place) ||
      /^generated\/expressions-compiled > (\["a", "b"\]\.join|format\.dns1123Label\(\)\.validate\("abc"\))/.test(
        place,
      ),
  },
  {
    id: 'spelling of numbers',
    asked: 'A body gives an integer as `1.0`, as `1e2`, or with more than nineteen digits.',
    ours: 'Reads numbers by their value; what is no integer, or too large a one, is refused and shown as a number.',
    kubernetes: 'Reads integers letter by letter, refuses every other spelling and shows it.',
    reason: 'No JSON library of a client writes integers that way.',
    matches: (place) =>
      /^bad-input\/bodies > (a long number|an exponent for an integer|an integer with a fraction of zero) >/.test(
        place,
      ),
  },
  {
    id: 'internal structs in messages',
    asked: 'An update changes what may not change in a Pod, or the template of a Job.',
    ours: 'Names the field, and shows the value as clients write it.',
    kubernetes: 'Adds a comparison of its internal structs, or one of them, with all their members.',
    reason: 'The structs are not part of the API and change with every release.',
    matches: (place) =>
      /^(subresources\/pods > other fields do not|built-in\/Job > without a version) > body\./.test(place) &&
      !/resourceVersion$/.test(place),
  },
  {
    id: 'writes that change nothing',
    asked: 'A Job or a PersistentVolumeClaim is written back as it was read.',
    ours: 'The resource version stays.',
    kubernetes: 'The first such write gives a new resource version; later ones do not.',
    reason:
      'Kubernetes stores these kinds without some of what it shows (the labels of a Job, which therefore are not checked at creation either), and compares bytes.',
    matches: (place) =>
      /^built-in\/(Job|PersistentVolumeClaim) > .* > body\.metadata\.resourceVersion$/.test(place) ||
      /^built-in\/Job > with a bad name > /.test(place),
  },
  {
    id: 'tables of objects as stored',
    asked: 'A Table of DaemonSets or IPAddresses.',
    ours: 'The metadata of each row is that of the object; there is a cell for each column.',
    kubernetes:
      'The metadata lacks an annotation that only the versioned DaemonSet has; IPAddresses have a third cell without a column.',
    reason: 'Clients show the cells that have a column, and read DaemonSets as objects.',
    matches: (place) =>
      /^built-in\/DaemonSet > as a table > .*annotations/.test(place) ||
      /^built-in\/IPAddress > as a table > body\.rows\.0\.cells$/.test(place),
  },
  {
    id: 'empty lists inside what is owned as a whole',
    asked: 'A built-in object is put or patched with an empty list inside an item of an atomic list.',
    ours: 'Nothing has changed, and the owner stays.',
    kubernetes:
      'The writer becomes the owner of the whole list (a NetworkPolicy also gets a new generation); the object is the same.',
    reason:
      'Kubernetes compares Go values, in which an empty list is not none, and stores both alike. What is applied is compared the same way here and there.',
    matches: (place) =>
      /^apply\/empties > put with (an empty list|a null) inside > body\.metadata\./.test(place),
  },
  {
    id: 'groups of DeleteOptions in OpenAPI documents of custom resources',
    asked: 'The OpenAPI document of a group of custom resources.',
    ours: 'DeleteOptions belongs to the core group and to the group of the document.',
    kubernetes: 'It belongs to every group and version that was ever built in, served or not.',
    reason: 'Clients look up the group that they delete from.',
    matches: (place) => /^openapi\/definitions > kinds > body\..*\.DeleteOptions$/.test(place),
  },
  {
    id: 'impersonation for some requests only',
    asked: 'Somebody acts as another user without being allowed to.',
    ours: 'Knows the verb `impersonate` alone, and names the user in the refusal.',
    kubernetes:
      'Also knows verbs such as `impersonate-on:user-info:create`, by which impersonation can be limited to certain requests, and names the request.',
    reason: 'Nobody who may not impersonate gets further here than there; the narrower verbs grant nothing.',
    matches: (place) => /^access\/impersonation > by a stranger > body\./.test(place),
  },
]
