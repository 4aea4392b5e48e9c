/** One difference between two lists. */
export type Operation<Item> =
  | { readonly op: 'Add'; readonly after: Item }
  | { readonly op: 'Change'; readonly before: Item; readonly after: Item }
  | { readonly op: 'Remove'; readonly before: Item }
