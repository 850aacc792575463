import type { Account } from './account.ts'
import type { Binaries } from './find-binaries.ts'

/** A database folder that is ready to start. */
export interface Cluster {
  binaries: Binaries
  account: Account | undefined
  folder: string
  /** `data` in that folder */
  dataDir: string
  logFile: string
  durable: boolean
}
