/** How a table of passes is printed. */
export const columns = {
  row: 'Row',
  step: 'Next step',
  ready: 'Ready',
  synced: 'Synced',
  upToDate: 'UpToDate',
  prefix: 'Error begins with',
  event: 'Event',
  onConflict: 'On a conflict',
  next: 'Next pass',
} as const
