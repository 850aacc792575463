import type { Permission } from '@chuma/contract/admin/permissions'
import type { ErrorCode } from '@chuma/contract/errors'
import type { Caller } from '@chuma/core/caller'

/** For a file of 20,000 rows, its line ends written as JSON writes them. */
export const LONG_BODY_BYTES = 4 * 1024 * 1024

/** What a procedure declares beside its input and output. */
export type Meta = {
  access?: Access
  /** How programs call it. Two where the specification has two addresses for it. */
  rest?: Rest | readonly Rest[]
  /** The largest body in bytes, where a whole file is sent. */
  bodyLimit?: number
}

/** Who may call. Without it everyone may. */
export type Access = {
  side: 'member' | 'staff'
  permission?: Permission
  /** Throws for everyone else. */
  admit: (caller: Caller) => unknown
}

export type Rest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api`. Its parameters are fields of the input. */
  path: `/${string}`
  summary: string
  description?: string
  /** What a call that succeeds answers; 200 unless something is made. */
  status?: 201
  /** Beyond those that access, input and limits bring with them. */
  errors?: readonly ErrorCode[]
  /** Path parameters that the input calls by another name. */
  params?: Readonly<Record<string, string>>
  /** Fields of the input that this address says without a parameter. */
  fixed?: Readonly<Record<string, unknown>>
  /** The body may repeat a path parameter, which counts for nothing there (SPEC §7). */
  repeatsParams?: true
  /** Offered as a file of this name; `:month` stands for a field of the input or the answer. */
  file?: string
  /** Errors are plain text (SPEC §7). */
  hasTextErrors?: true
}
