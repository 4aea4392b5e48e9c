/**
 * Looking after a store that nobody has open: is it whole, what of it can be kept, and copies of it.
 * Touches the world: the files of the store.
 */

export { StoreError, type StoreErrorCode } from '../store/store-error.ts'

// Is it whole, and what of it can be kept

export { checkStore, readStore, type StoreReport } from './check-store.ts'
export { type Repair, repairStore } from './repair-store.ts'

// Copies

export { type Backup, type BackupFile, backupRows, backupStart, readBackup } from './backup.ts'
export { leapAbove, type Replacement, replaceStore } from './replace-store.ts'

// What lies beside a store, and why something there is refused

export { faultOfIdentity, identityFiles } from '../tls/identities.ts'
export { IdentityError } from '../tls/identity-files.ts'
